import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// What `tern sync` asks for.
@Suite struct FetchingNewsTests {
  private static let others: [TimelineID] = [.local, .federated, .list("1"), .tag("birds")]
  private static let all = [.home, .notifications] + others
  private let live: SyncHarness

  init() async throws {
    live = try await SyncHarness(FakeServer())
    for timeline in Self.all { live.server.write(50, in: timeline) }
    _ = try await live.repository.fetchNews()
    live.server.forgetQuestions(but: 0)
  }

  @Test func `Home and notifications are fetched whole, and of the others one page, with what is missing marked`()
    async throws
  {
    for timeline in Self.all { live.server.write(200, in: timeline) }
    let count = try await live.repository.fetchNews()
    #expect(count == 2 * 200 + Self.others.count * 40)
    for timeline in Self.others {
      #expect(live.server.questions.filter { $0.timeline == timeline }.map(\.position) == [.newest])
      let page = try await live.repository.page(of: timeline, at: .newest, limit: 100, .cached)
      #expect(page.gaps.count == 1)
    }
    #expect(try await live.page(limit: 300).gaps.isEmpty)
    #expect(live.server.questions.count < 20)
  }

  @Test func `A timeline that is refused does not keep the others from being fetched, and it is said`() async throws {
    for timeline in Self.all { live.server.write(1, in: timeline) }
    live.server.fail(.refused(host: "server.example", message: "No"), in: .local)
    await #expect(throws: TimelineError.refused(host: "server.example", message: "No")) {
      try await live.repository.fetchNews()
    }
    #expect(Set(live.server.questions.map(\.timeline)) == Set(Self.all))
  }

  @Test func `A server that asks for patience is asked for nothing more`() async throws {
    let limit = TimelineError.rateLimited(host: "server.example", until: .noon.addingTimeInterval(60))
    live.server.fail(limit, in: .federated)
    await #expect(throws: limit) { try await live.repository.fetchNews() }
    #expect(live.server.questions.last?.timeline == .federated)
  }

  @Test func `When the server said which timelines there are is kept`() async throws {
    #expect(try await live.repository.overview(.cached).asOf == .noon)
    live.clock.advance(to: .noon.addingTimeInterval(86_400))
    #expect(try await live.repository.overview(.cached).asOf == .noon)
    #expect(try await live.repository.overview(.fresh).asOf == .noon.addingTimeInterval(86_400))
  }
}
