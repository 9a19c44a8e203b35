import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// The end of a session, and lost responses, while changes are observed.
@Suite(.timeLimit(.minutes(5))) struct SessionEndTests {
  private static let ended = TimelineError.sessionExpired(handle: "ada@server.example", host: "server.example")

  @Test func `The end of a session is reported while polling`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 5), hasLiveUpdates: true)
    _ = try await harness.page()
    var changes = harness.changes().makeAsyncIterator()
    harness.server.failure = Self.ended
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: .noon.addingTimeInterval(60))
    #expect(await changes.next() == .connection(.ended(Self.ended)))
  }

  @Test(arguments: [
    ended, .accountGone(host: "server.example", message: "Gone", movedTo: nil),
  ])
  func `The end of a session is reported while streaming, and updates resume with a response`(
    error: TimelineError
  ) async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 5, hasStream: true), hasLiveUpdates: true)
    _ = try await harness.page()
    var changes = harness.changes().makeAsyncIterator()
    #expect(await eventually { harness.server.hasListener })
    harness.server.notify(.lost(error))
    harness.server.endStream()
    #expect(await changes.next() == .connection(.ended(error)))
    #expect(await eventually { harness.clock.sleeperCount == 0 })
    #expect(harness.server.streamCount == 1)
    // The user has signed in elsewhere and refreshes.
    _ = try await harness.page(.fresh)
    #expect(await eventually { harness.server.hasListener })
    harness.server.notify(.connected)
    #expect(await changes.next() == .connection(.connected))
  }

  @Test func `A timeline that the server refuses does not keep others from being polled`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 5), hasLiveUpdates: true)
    harness.server.write(1, in: .notifications)
    _ = try await harness.page()
    _ = try await harness.repository.page(of: .notifications, PageRequest(.newest, limit: 9))
    var changes = harness.changes().makeAsyncIterator()
    harness.server.fail(.refused(host: "server.example", message: "401 Unauthorized"), in: .home)
    harness.server.write(1, in: .notifications)
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: .noon.addingTimeInterval(60))
    guard case .inserted(let posts, in: .notifications)? = await changes.next() else {
      Issue.record("Nothing came.")
      return
    }
    #expect(posts.map(\.text.plain) == ["post 7"])
  }

  @Test func `Entries missed when a stream began are loaded automatically`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 5, hasStream: true), hasLiveUpdates: true)
    _ = try await harness.page()
    var changes = harness.changes().makeAsyncIterator()
    #expect(await eventually { harness.server.hasListener })
    let limit = TimelineError.rateLimited(host: "server.example", until: .noon.addingTimeInterval(150))
    harness.server.failure = limit
    harness.server.write(1)
    harness.server.notify(.connected)
    #expect(await changes.next() == .connection(.paused(limit)))
    harness.server.failure = nil
    #expect(await harness.clock.waitForSleepers(1))
    #expect(harness.clock.nextDeadline == .noon.addingTimeInterval(150))
    harness.clock.advance(to: .noon.addingTimeInterval(150))
    guard case .inserted(let posts, in: .home)? = await changes.next() else {
      Issue.record("Nothing came.")
      return
    }
    #expect(posts.map(\.text.plain) == ["post 6"])
    #expect(await changes.next() == .connection(.connected))
  }

  @Test func `A notification causes no request if the timeline was never opened`() async throws {
    let (alerts, continuation) = AsyncStream<[Post]>.makeStream()
    let harness = try await TimelineHarness(FakeServer(posts: 5, hasStream: true), hasLiveUpdates: true) {
      continuation.yield($0)
    }
    var alert = alerts.makeAsyncIterator()
    _ = try await harness.page()
    let changes = harness.repository.changes()
    #expect(await eventually { harness.server.hasListener })
    harness.server.notify(.connected)
    #expect(await eventually { harness.server.pageRequests.count == 2 })
    for second in 1...3 {
      harness.server.notify(.inserted(harness.server.write(1, in: .notifications)[0], in: .notifications))
      #expect(await harness.clock.waitForSleepers(1))
      harness.clock.advance(to: .noon.addingTimeInterval(Double(second) * 100))
      #expect(await alert.next()?.count == 1)
    }
    // Another event is cached after those.
    harness.server.notify(.inserted(harness.server.write(1)[0], in: .home))
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: .noon.addingTimeInterval(400))
    #expect(await eventually { (try? await harness.page().posts.count) == 6 })
    #expect(harness.server.pageRequests.count == 2)
    withExtendedLifetime(changes) {}
  }

  @Test func `Reading a server does not block`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 5, hasStream: true), hasLiveUpdates: true)
    let waiting = Task { await harness.repository.waitUntilLoaded() }
    let hasReturned = Task {
      await waiting.value
      return true
    }
    let isLate = Task {
      try? await Task.sleep(for: .seconds(5))
      waiting.cancel()
    }
    #expect(await hasReturned.value)
    #expect(!waiting.isCancelled)
    isLate.cancel()
  }
}

/// Events are read from a server on demand.
@Suite(.timeLimit(.minutes(5))) struct BackpressureTests {
  @Test func `A server waits if events are not consumed`() async throws {
    let server = EndlessStreamServer()
    let events = BackpressuredEvents.stream(of: server.events()) { $0 }
    var iterator = events.makeAsyncIterator()
    for count in 1...3 {
      #expect(await iterator.next() == .deleted(PostID("\(count)")))
      try await Task.sleep(for: .milliseconds(5))
      #expect(server.deliveredCount == count)
    }
  }
}
