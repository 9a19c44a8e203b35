import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport
import Testing

@testable import ServerSession

/// A connection that was lost is back with the first response of the server, whatever was requested.
@Suite(.timeLimit(.minutes(5))) struct LostConnectionTests {
  private static let lost = SourceChange.connection(.lost(host: "server.example"))

  @Test func `A response to any request says that the connection is back, once`() async throws {
    let live = try await SyncHarness(FakeServer(posts: 5, hasStream: true), follows: true)
    _ = try await live.page()
    var changes = live.repository.changes().makeAsyncIterator()
    #expect(await eventually { live.server.isHeard })
    live.server.notify(.lost(.offline(host: "server.example", .cut)))
    #expect(await changes.next() == Self.lost)
    live.repository.serverDidRespond()
    #expect(await changes.next() == .connection(.connected))
    live.repository.serverDidRespond()
    // Until the stream is back, the server is asked once a minute.
    #expect(await live.clock.waitForSleepers(1))
    live.server.write(1)
    live.clock.advance(to: .noon.addingTimeInterval(60))
    guard case .inserted(let posts, in: .home)? = await changes.next() else {
      Issue.record("Nothing came.")
      return
    }
    #expect(posts.map(\.text.plain) == ["post 6"])
    #expect(await live.clock.waitForSleepers(1))
    live.server.failure = .offline(host: "server.example", .cut)
    live.clock.advance(to: .noon.addingTimeInterval(120))
    #expect(await changes.next() == Self.lost)
    live.server.failure = nil
    live.server.notify(.connected)
    #expect(await changes.next() == .connection(.connected))
  }

  @Test func `A response while nothing was lost tells nobody anything`() async throws {
    let live = try await SyncHarness(FakeServer(posts: 5, hasStream: true), follows: true)
    _ = try await live.page()
    var changes = live.repository.changes().makeAsyncIterator()
    #expect(await eventually { live.server.isHeard })
    live.repository.serverDidRespond()
    live.server.notify(.lost(.offline(host: "server.example", .cut)))
    #expect(await changes.next() == Self.lost)
  }

  @Test(
    arguments: [
      (nil, 1), (.refused(host: "server.example", message: "No"), 1),
      (.postUnavailable(id: PostID("1"), reason: .deleted), 1), (.offline(host: "server.example", .cut), 0),
      (.webPage(host: "server.example", title: "Hotel"), 0), (.timedOut(host: "server.example", seconds: 30), 0),
    ] as [(TimelineError?, Int)])
  func `What the server says counts as a response, and what another says in its place does not`(
    error: TimelineError?, count: Int
  ) async throws {
    let responses = Mutex(0)
    let server = FakeServer(posts: 1)
    server.failure = error
    let account = AccountID.mastodon("ada@server.example")
    let signedIn = SignedIn<any RemoteTimelines>(
      account, host: "server.example", accounts: OneAccount(), credentials: OneToken(),
      clock: VirtualClock(now: .noon), didAnswer: { responses.withLock { $0 += 1 } }
    ) { _, _ in server }
    _ = try? await signedIn.ask { server throws(TimelineError) in
      try await server.page(of: .home, at: .newest, limit: 20)
    }
    #expect(responses.withLock { $0 } == count)
  }
}
