import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Pruning the cache, once a day and while many entries arrive.
@Suite struct CachePrunerTests {
  private static let bounds = CacheBounds(posts: 300, days: 90)

  @Test func `A stream that floods does not let the cache grow beyond its bound and a fraction of it`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 40, hasStream: true))
    let repository = ServerTimelineRepository(
      harness.dependencies, bounds: Self.bounds, hasLiveUpdates: true, clock: harness.clock)
    func page(_ limit: Int) async throws -> TimelinePage {
      try await repository.page(of: .home, PageRequest(.newest, limit: limit))
    }
    _ = try await page(40)
    let changes = repository.changes()
    let listening = Task { for await _ in changes {} }
    defer { listening.cancel() }
    #expect(await eventually { harness.server.hasListener })
    harness.server.notify(.connected)
    #expect(await eventually { harness.server.pageRequests.count == 2 })
    var date = Date.noon
    var longest = 0
    for round in 1...12 {
      for entry in harness.server.write(100).reversed() { harness.server.notify(.inserted(entry, in: .home)) }
      let isStored = await eventually {
        date.addTimeInterval(0.25)
        harness.clock.advance(to: date)
        return (try? await page(1).posts.first?.text.plain) == "post \(40 + round * 100)"
      }
      #expect(isStored, "round \(round)")
      longest = max(longest, try await page(5_000).posts.count)
    }
    #expect(await eventually { (try? await page(5_000).posts.count).map { $0 <= 500 } ?? false })
    // The bound, the tolerance, and what came while pruning was running.
    #expect(longest <= 300 + 200 + 200)
  }

  @Test func `A changed post that is not cached is not stored`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 5, hasStream: true), hasLiveUpdates: true)
    let known = try #require(try await harness.page().posts.first)
    var changes = harness.changes().makeAsyncIterator()
    #expect(await eventually { harness.server.hasListener })
    harness.server.notify(.connected)
    #expect(await eventually { harness.server.pageRequests.count == 2 })
    var edited = known
    edited.text = PostText([.text("edited")])
    harness.server.notify(.changed(.fixture(id: "unknown", text: "elsewhere")))
    harness.server.notify(.changed(edited))
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: .noon.addingTimeInterval(0.25))
    guard case .changed(let post)? = await changes.next() else {
      Issue.record("No change was reported.")
      return
    }
    #expect(post.id == known.id && post.text.plain == "edited")
    #expect(try await harness.cache.post(PostID("unknown")) == nil)
  }
}
