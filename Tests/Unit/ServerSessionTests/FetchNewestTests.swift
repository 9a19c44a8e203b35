import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Loading for `tern sync`.
@Suite struct FetchNewestTests {
  private static let others: [TimelineID] = [.local, .federated, .list("1"), .tag("birds")]
  private static let all = [.home, .notifications] + others
  private let harness: TimelineHarness

  init() async throws {
    harness = try await TimelineHarness(FakeServer())
    for timeline in Self.all { harness.server.write(50, in: timeline) }
    _ = try await harness.repository.fetchNewest()
    harness.server.dropRequests(but: 0)
  }

  @Test func `Home and Notifications are loaded without gaps, other timelines one page`()
    async throws
  {
    for timeline in Self.all { harness.server.write(200, in: timeline) }
    let count = try await harness.repository.fetchNewest()
    #expect(count == 2 * 200 + Self.others.count * 40)
    for timeline in Self.others {
      #expect(harness.server.pageRequests.filter { $0.query.timeline == timeline }.map(\.position) == [.newest])
      let page = try await harness.repository.page(of: timeline, PageRequest(.newest, limit: 100))
      #expect(page.gaps.count == 1)
    }
    #expect(try await harness.page(limit: 300).gaps.isEmpty)
    #expect(harness.server.pageRequests.count < 20)
  }

  @Test func `A post in several timelines counts once`() async throws {
    let posts = Array(harness.server.write(3).map(\.post).reversed())
    harness.server.add(posts, to: .local)
    harness.server.add(Array(posts.suffix(2)), to: .list("1"))
    harness.server.write(1, in: .tag("birds"))
    #expect(try await harness.repository.fetchNewest() == 4)
  }

  @Test func `The user's own posts are not new`() async throws {
    harness.server.write(2)
    harness.server.add(
      [.fixture(id: "9000", author: Profile(handle: "ada@server.example", name: "Ada"))], to: .local)
    #expect(try await harness.repository.fetchNewest() == 2)
  }

  @Test func `A refused timeline does not block the others and is reported`() async throws {
    for timeline in Self.all { harness.server.write(1, in: timeline) }
    harness.server.fail(.refused(host: "server.example", message: "No"), in: .local)
    await #expect(throws: TimelineError.refused(host: "server.example", message: "No")) {
      try await harness.repository.fetchNewest()
    }
    #expect(Set(harness.server.pageRequests.map(\.query.timeline)) == Set(Self.all))
  }

  @Test func `Nothing more is loaded when rate limited`() async throws {
    let limit = TimelineError.rateLimited(host: "server.example", until: .noon.addingTimeInterval(60))
    harness.server.fail(limit, in: .federated)
    await #expect(throws: limit) { try await harness.repository.fetchNewest() }
    #expect(harness.server.pageRequests.last?.query.timeline == .federated)
  }

  @Test func `The date of the overview is stored`() async throws {
    #expect(try await harness.repository.overview(.cached).asOf == .noon)
    harness.clock.advance(to: .noon.addingTimeInterval(86_400))
    #expect(try await harness.repository.overview(.cached).asOf == .noon)
    #expect(try await harness.repository.overview(.fresh).asOf == .noon.addingTimeInterval(86_400))
  }
}
