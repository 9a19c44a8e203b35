import Domain
import Foundation
import Runtime
import Synchronization
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
    harness.server.failure = .rateLimited(host: "server.example", until: .noon.addingTimeInterval(150))
    harness.server.write(1)
    harness.server.notify(.connected)
    #expect(await changes.next() == .connection(.lost(host: "server.example")))
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
    let timelines = timelines(SingleTokenRepository(), on: VirtualClock(now: .noon), server)
    var events = timelines.events().makeAsyncIterator()
    for count in 1...3 {
      #expect(await events.next() == .deleted(PostID("\(count)")))
      try await Task.sleep(for: .milliseconds(5))
      #expect(server.deliveredCount == count)
    }
  }

  @Test func `Without a token the reason is reported`() async throws {
    let timelines = timelines(SingleTokenRepository(token: nil), on: VirtualClock(now: .noon))
    var events = timelines.events().makeAsyncIterator()
    #expect(
      await events.next() == .lost(.sessionExpired(handle: "ada@server.example", host: "server.example")))
    #expect(await events.next() == nil)
  }

  @Test func `The token is read once for concurrent requests`() async throws {
    let token = SingleTokenRepository()
    let timelines = timelines(token, on: VirtualClock(now: .noon))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<10 { group.addTask { _ = try? await timelines.overview() } }
    }
    #expect(token.readCount == 1)
  }

  @Test func `A failed read of the token is not repeated within a minute`() async throws {
    let error = CredentialError(location: "pass tern", reason: "no key")
    let (token, clock) = (SingleTokenRepository(error: error), VirtualClock(now: .noon))
    let timelines = timelines(token, on: clock)
    for second in [0, 1, 59, 60] {
      clock.advance(to: .noon.addingTimeInterval(Double(second)))
      await #expect(throws: TimelineError.fileUnreadable(path: "pass tern", reason: "no key")) {
        try await timelines.overview()
      }
    }
    #expect(token.readCount == 2)
  }

  /// Accepts only the stored token.
  private struct StrictServer: StubServer {
    let token: Secret
    let credentials: SingleTokenRepository

    private static let ended = TimelineError.sessionExpired(handle: "ada@server.example", host: "server.example")

    func overview() async throws(TimelineError) -> TimelineOverview {
      if token != credentials.secret { throw Self.ended }
      return TimelineOverview(timelines: [])
    }

    /// Ends with the session, as streams do.
    func events() -> AsyncStream<RemoteEvent> {
      let hasEnded = Mutex(false)
      return AsyncStream {
        if hasEnded.withLock(\.self) { return nil }
        if token == credentials.secret { return .connected }
        hasEnded.withLock { $0 = true }
        return .lost(Self.ended)
      }
    }
  }

  @Test func `A new token is used after signing in again`() async throws {
    let token = SingleTokenRepository(token: Secret("first"))
    let timelines = SignedInTimelines(
      signedIn: SignedIn(
        .mastodon("ada@server.example"), host: "server.example", accounts: SingleAccountRepository(),
        credentials: token,
        clock: VirtualClock(now: .noon), make: { _, secret in StrictServer(token: secret, credentials: token) }))
    _ = try await timelines.overview()
    var events = timelines.events().makeAsyncIterator()
    #expect(await events.next() == .connected)
    token.secret = Secret("second")
    _ = try await timelines.overview()
    // The stream was opened with the first token, and is reopened.
    #expect(await events.next() == .connected)
    // A stream may be the first to report it.
    token.secret = Secret("third")
    #expect(await events.next() == .connected)
    _ = try await timelines.overview()
    // Without a token the session has ended.
    token.secret = nil
    await #expect(throws: TimelineError.sessionExpired(handle: "ada@server.example", host: "server.example")) {
      try await timelines.overview()
    }
    #expect(await events.next() == .lost(.sessionExpired(handle: "ada@server.example", host: "server.example")))
  }

  @Test func `The token is read once for each refused request`() async {
    let token = SingleTokenRepository()
    let timelines = SignedInTimelines(
      signedIn: SignedIn(
        .mastodon("ada@server.example"), host: "server.example", accounts: SingleAccountRepository(),
        credentials: token,
        clock: VirtualClock(now: .noon), make: { _, _ in StrictServer(token: Secret("revoked"), credentials: token) }))
    for _ in 0..<5 { _ = try? await timelines.overview() }
    // The first one checks for another token.
    #expect(token.readCount == 6)
  }

  private func timelines(
    _ token: SingleTokenRepository, on clock: VirtualClock, _ server: EndlessStreamServer = EndlessStreamServer()
  ) -> SignedInTimelines {
    SignedInTimelines(
      signedIn: SignedIn(
        .mastodon("ada@server.example"), host: "server.example", accounts: SingleAccountRepository(),
        credentials: token,
        clock: clock, make: { _, _ in server }))
  }
}
