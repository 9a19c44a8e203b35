import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Polling of servers.
@Suite struct LiveUpdatesPollingTests {
  @Test func `A server without a stream is polled once a minute`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 5), hasLiveUpdates: true)
    _ = try await harness.page()
    var changes = harness.changes().makeAsyncIterator()
    for minute in 1...3 {
      #expect(await harness.clock.waitForSleepers(1))
      harness.server.write(1)
      harness.clock.advance(to: .noon.addingTimeInterval(Double(minute) * 60))
      guard case .inserted(let posts, in: .home)? = await changes.next() else {
        Issue.record("Nothing came.")
        return
      }
      #expect(posts.map(\.text.plain) == ["post \(5 + minute)"])
    }
    #expect(harness.server.pageRequests.count == 4)
  }

  @Test func `There is no request before the end of a rate limit`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 5), hasLiveUpdates: true)
    _ = try await harness.page()
    var changes = harness.changes().makeAsyncIterator()
    let limit = TimelineError.rateLimited(host: "server.example", until: .noon.addingTimeInterval(150))
    harness.server.failure = limit
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: .noon.addingTimeInterval(60))
    #expect(await changes.next() == .connection(.paused(limit)))
    harness.server.failure = nil
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: .noon.addingTimeInterval(120))
    #expect(await harness.clock.waitForSleepers(1))
    #expect(harness.server.pageRequests.count == 2)
    harness.clock.advance(to: .noon.addingTimeInterval(180))
    #expect(await changes.next() == .connection(.connected))
    #expect(harness.server.pageRequests.count == 3)
  }

  @Test func `The server is polled after a rate limit despite stream events`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 5, hasStream: true), hasLiveUpdates: true)
    _ = try await harness.page()
    var changes = harness.changes().makeAsyncIterator()
    #expect(await eventually { harness.server.hasListener })
    let limit = TimelineError.rateLimited(host: "server.example", until: .noon.addingTimeInterval(150))
    harness.server.failure = limit
    harness.server.notify(.connected)
    #expect(await changes.next() == .connection(.paused(limit)))
    #expect(harness.server.pageRequests.count == 2)
    harness.server.failure = nil
    harness.server.notify(.filtersChanged)
    harness.server.notify(.deleted(PostID("gone")))
    #expect(await harness.clock.waitForSleepers(2))
    harness.clock.advance(to: .noon.addingTimeInterval(0.25))
    guard case .deleted? = await changes.next() else {
      Issue.record("Nothing came.")
      return
    }
    harness.clock.advance(to: .noon.addingTimeInterval(140))
    harness.server.notify(.filtersChanged)
    harness.server.notify(.deleted(PostID("gone")))
    #expect(await harness.clock.waitForSleepers(2))
    #expect(harness.server.pageRequests.count == 2)
    harness.clock.advance(to: .noon.addingTimeInterval(150))
    #expect(await changes.next() == .deleted(PostRef(account: harness.account, id: PostID("gone"))))
    #expect(await changes.next() == .connection(.connected))
    #expect(harness.server.pageRequests.count == 3)
  }

  @Test func `There are no requests after the end of a session`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 5), hasLiveUpdates: true)
    _ = try await harness.page()
    var changes = harness.changes().makeAsyncIterator()
    let error = TimelineError.sessionExpired(handle: "ada@server.example", host: "server.example")
    harness.server.failure = error
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: .noon.addingTimeInterval(60))
    #expect(await changes.next() == .connection(.ended(error)))
    #expect(await eventually { harness.clock.sleeperCount == 0 })
    harness.clock.advance(to: .noon.addingTimeInterval(600))
    #expect(harness.server.pageRequests.count == 2)
  }

  @Test
  func `An account off screen is not polled, and catches up when shown`()
    async throws
  {
    let harness = try await TimelineHarness(FakeServer(posts: 5), hasLiveUpdates: true)
    _ = try await harness.page()
    var changes = harness.changes().makeAsyncIterator()
    #expect(await harness.clock.waitForSleepers(1))
    harness.repository.setShown(false)
    #expect(await eventually { harness.clock.sleeperCount == 0 })
    harness.clock.advance(to: .noon.addingTimeInterval(30))
    harness.repository.setShown(true)
    // Not before a minute has passed.
    #expect(await harness.clock.waitForSleepers(1))
    #expect(harness.clock.nextDeadline == .noon.addingTimeInterval(60))
    harness.repository.setShown(false)
    #expect(await eventually { harness.clock.sleeperCount == 0 })
    harness.server.write(2)
    harness.clock.advance(to: .noon.addingTimeInterval(300))
    #expect(harness.server.pageRequests.count == 1)
    harness.repository.setShown(true)
    guard case .inserted(let posts, in: .home)? = await changes.next() else {
      Issue.record("Nothing came.")
      return
    }
    #expect(posts.map(\.text.plain) == ["post 7", "post 6"])
    #expect(harness.server.pageRequests.count == 2)
  }
}
