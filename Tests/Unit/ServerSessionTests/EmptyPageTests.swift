import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Pages without visible entries are not the end of a timeline.
@Suite struct EmptyPageTests {
  private let harness: TimelineHarness

  init() async throws {
    harness = try await TimelineHarness(FakeServer(posts: 400))
  }

  private var server: FakeServer { harness.server }

  /// The text of each post that is shown when reading to the end.
  private func read() async throws -> [String] {
    var page = try await harness.page()
    var texts = page.posts.map(\.text.plain)
    for _ in 0..<50 {
      guard let older = page.older else { return texts }
      page = try await harness.page(at: .older(than: older))
      texts += page.posts.map(\.text.plain)
    }
    return texts
  }

  @Test func `Filtered pages are skipped`() async throws {
    // More pages than one request skips.
    server.hide { (80...320).contains($0) }
    #expect(try await read() == server.texts().filter { !server.isHidden($0) })
  }

  @Test func `A gap of hidden posts is skipped and closed`() async throws {
    _ = try await harness.page()
    server.write(200)
    server.hide { (405...520).contains($0) }
    var page = try await harness.page(.fresh, limit: 360)
    for _ in 0..<10 {
      guard let gap = page.gaps.first else { break }
      _ = try await harness.page(at: .filling(gap))
      page = try await harness.page(limit: 360)
    }
    #expect(page.gaps.isEmpty)
    #expect(
      page.posts.prefix(90).map(\.text.plain) == Array(server.texts().filter { !server.isHidden($0) }.prefix(90)))
  }

  @Test func `A gap with more hidden posts than are skipped stays`() async throws {
    _ = try await harness.page()
    server.write(400)
    server.hide { (401...720).contains($0) }
    let gap = try #require(try await harness.page(.fresh, limit: 360).gaps.first)
    _ = try await harness.page(at: .filling(gap))
    #expect(try await harness.page(limit: 360).gaps.count == 1)
  }

  @Test func `The cache is pruned once a day in the background`() async throws {
    _ = try await harness.page(.fresh)
    harness.clock.advance(to: .noon.addingTimeInterval(100 * 86_400))
    // All are older than ninety days; the newest always stays.
    var count = Int.max
    for _ in 0..<20 where count >= 40 {
      // While the first pruning is running, the next request starts another.
      _ = try await harness.page(.fresh)
      for _ in 0..<50 where count >= 40 {
        try await Task.sleep(for: .milliseconds(5))
        count = try await harness.page(limit: 100).posts.count
      }
    }
    #expect(count < 40)
  }
}
