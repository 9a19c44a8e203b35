import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport
import Testing

@testable import ServerSession

/// What a server says when it lets nobody in any more, or falls silent, while somebody looks.
@Suite(.timeLimit(.minutes(5))) struct SessionEndTests {
  private static let ended = TimelineError.sessionExpired(handle: "ada@server.example", host: "server.example")

  @Test func `A session that ends while the server is asked once a minute is told`() async throws {
    let live = try await SyncHarness(FakeServer(posts: 5), follows: true)
    _ = try await live.page()
    var changes = live.repository.changes().makeAsyncIterator()
    live.server.failure = Self.ended
    #expect(await live.clock.waitForSleepers(1))
    live.clock.advance(to: .noon.addingTimeInterval(60))
    #expect(await changes.next() == .connection(.ended(Self.ended)))
  }

  @Test(arguments: [
    ended, .accountGone(host: "server.example", message: "Gone", movedTo: nil),
  ])
  func `A session that ends while the server streams is told, and news come again once it answers`(
    error: TimelineError
  ) async throws {
    let live = try await SyncHarness(FakeServer(posts: 5, hasStream: true), follows: true)
    _ = try await live.page()
    var changes = live.repository.changes().makeAsyncIterator()
    #expect(await eventually { live.server.isHeard })
    live.server.notify(.lost(error))
    live.server.endStream()
    #expect(await changes.next() == .connection(.ended(error)))
    #expect(await eventually { live.clock.sleeperCount == 0 })
    #expect(live.server.streamCount == 1)
    // The person has signed in elsewhere, and asks.
    _ = try await live.page(.fresh)
    #expect(await eventually { live.server.isHeard })
    live.server.notify(.connected)
    #expect(await changes.next() == .connection(.connected))
  }

  @Test func `What a stream missed when it began is asked for again by itself`() async throws {
    let live = try await SyncHarness(FakeServer(posts: 5, hasStream: true), follows: true)
    _ = try await live.page()
    var changes = live.repository.changes().makeAsyncIterator()
    #expect(await eventually { live.server.isHeard })
    live.server.failure = .rateLimited(host: "server.example", until: .noon.addingTimeInterval(150))
    live.server.write(1)
    live.server.notify(.connected)
    #expect(await changes.next() == .connection(.lost(host: "server.example")))
    live.server.failure = nil
    #expect(await live.clock.waitForSleepers(1))
    #expect(live.clock.nextDeadline == .noon.addingTimeInterval(150))
    live.clock.advance(to: .noon.addingTimeInterval(150))
    guard case .inserted(let posts, in: .home)? = await changes.next() else {
      Issue.record("Nothing came.")
      return
    }
    #expect(posts.map(\.text.plain) == ["post 6"])
    #expect(await changes.next() == .connection(.connected))
  }

  @Test func `A notification has nothing asked for where notifications were never opened`() async throws {
    let live = try await SyncHarness(FakeServer(posts: 5, hasStream: true), follows: true)
    _ = try await live.page()
    let changes = live.repository.changes()
    #expect(await eventually { live.server.isHeard })
    live.server.notify(.connected)
    #expect(await eventually { live.server.questions.count == 2 })
    for second in 1...3 {
      live.server.notify(.inserted(live.server.write(1, in: .notifications)[0], in: .notifications))
      #expect(await live.clock.waitForSleepers(1))
      live.clock.advance(to: .noon.addingTimeInterval(Double(second) * 100))
      #expect(await eventually { live.clock.sleeperCount == 0 })
    }
    // Another event is kept after those.
    live.server.notify(.inserted(live.server.write(1)[0], in: .home))
    #expect(await live.clock.waitForSleepers(1))
    live.clock.advance(to: .noon.addingTimeInterval(400))
    #expect(await eventually { (try? await live.page().posts.count) == 6 })
    #expect(live.server.questions.count == 2)
    withExtendedLifetime(changes) {}
  }

  @Test func `Nobody waits for a server to be read`() async throws {
    let live = try await SyncHarness(FakeServer(posts: 5, hasStream: true), follows: true)
    let waiting = Task { await live.repository.waitUntilRead() }
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

/// Events are taken from a server when somebody takes them.
@Suite(.timeLimit(.minutes(5))) struct HeardEventsTests {
  @Test func `A server that tells more than is taken waits`() async throws {
    let server = TalkingServer()
    let timelines = timelines(OneToken(), on: VirtualClock(now: .noon), server)
    var events = timelines.events().makeAsyncIterator()
    for count in 1...3 {
      #expect(await events.next() == .deleted(PostID("\(count)")))
      try await Task.sleep(for: .milliseconds(5))
      #expect(server.told == count)
    }
  }

  @Test func `Where no token is kept, it is said why nothing comes`() async throws {
    let timelines = timelines(OneToken(token: nil), on: VirtualClock(now: .noon))
    var events = timelines.events().makeAsyncIterator()
    #expect(
      await events.next() == .lost(.sessionExpired(handle: "ada@server.example", host: "server.example")))
    #expect(await events.next() == nil)
  }

  @Test func `What opens the account is asked once, however many questions come together`() async throws {
    let token = OneToken()
    let timelines = timelines(token, on: VirtualClock(now: .noon))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<10 { group.addTask { _ = try? await timelines.overview() } }
    }
    #expect(token.asked == 1)
  }

  @Test func `What does not open it is not asked again within a minute`() async throws {
    let error = CredentialError(place: "pass tern", reason: "no key")
    let (token, clock) = (OneToken(error: error), VirtualClock(now: .noon))
    let timelines = timelines(token, on: clock)
    for second in [0, 1, 59, 60] {
      clock.advance(to: .noon.addingTimeInterval(Double(second)))
      await #expect(throws: TimelineError.fileUnreadable(path: "pass tern", reason: "no key")) {
        try await timelines.overview()
      }
    }
    #expect(token.asked == 2)
  }

  /// Takes the token that is kept, and no older one.
  private struct StrictServer: SilentServer {
    let token: Secret
    let kept: OneToken

    private static let ended = TimelineError.sessionExpired(handle: "ada@server.example", host: "server.example")

    func overview() async throws(TimelineError) -> TimelineOverview {
      if token != kept.secret { throw Self.ended }
      return TimelineOverview(timelines: [])
    }

    /// Ends with the session, as streams do.
    func events() -> AsyncStream<RemoteEvent> {
      let hasEnded = Mutex(false)
      return AsyncStream {
        if hasEnded.withLock(\.self) { return nil }
        if token == kept.secret { return .connected }
        hasEnded.withLock { $0 = true }
        return .lost(Self.ended)
      }
    }
  }

  @Test func `Whoever signs in again meanwhile goes on with the new token`() async throws {
    let token = OneToken(token: Secret("first"))
    let timelines = SignedInTimelines(
      signedIn: SignedIn(
        .mastodon("ada@server.example"), host: "server.example", accounts: OneAccount(), credentials: token,
        clock: VirtualClock(now: .noon), make: { _, secret in StrictServer(token: secret, kept: token) }))
    _ = try await timelines.overview()
    var events = timelines.events().makeAsyncIterator()
    #expect(await events.next() == .connected)
    token.secret = Secret("second")
    _ = try await timelines.overview()
    // The stream was opened with the first one, and is opened anew.
    #expect(await events.next() == .connected)
    // A stream may be the first to hear of it.
    token.secret = Secret("third")
    #expect(await events.next() == .connected)
    _ = try await timelines.overview()
    // Where there is none any more, it has ended.
    token.secret = nil
    await #expect(throws: TimelineError.sessionExpired(handle: "ada@server.example", host: "server.example")) {
      try await timelines.overview()
    }
    #expect(await events.next() == .lost(.sessionExpired(handle: "ada@server.example", host: "server.example")))
  }

  @Test func `What opens the account is asked once for each question that a server refuses`() async {
    let token = OneToken()
    let timelines = SignedInTimelines(
      signedIn: SignedIn(
        .mastodon("ada@server.example"), host: "server.example", accounts: OneAccount(), credentials: token,
        clock: VirtualClock(now: .noon), make: { _, _ in StrictServer(token: Secret("revoked"), kept: token) }))
    for _ in 0..<5 { _ = try? await timelines.overview() }
    // The first one looks whether there is another.
    #expect(token.asked == 6)
  }

  private func timelines(
    _ token: OneToken, on clock: VirtualClock, _ server: TalkingServer = TalkingServer()
  ) -> SignedInTimelines {
    SignedInTimelines(
      signedIn: SignedIn(
        .mastodon("ada@server.example"), host: "server.example", accounts: OneAccount(), credentials: token,
        clock: clock, make: { _, _ in server }))
  }
}
