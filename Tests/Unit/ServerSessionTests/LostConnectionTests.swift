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

  @Test func `A response to any request reports once that the connection is back`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 5, hasStream: true), hasLiveUpdates: true)
    _ = try await harness.page()
    var changes = harness.changes().makeAsyncIterator()
    #expect(await eventually { harness.server.hasListener })
    harness.server.notify(.lost(.offline(host: "server.example", .cut)))
    #expect(await changes.next() == Self.lost)
    harness.repository.serverDidRespond()
    #expect(await changes.next() == .connection(.connected))
    harness.repository.serverDidRespond()
    // Until the stream is back, the server is polled once a minute.
    #expect(await harness.clock.waitForSleepers(1))
    harness.server.write(1)
    harness.clock.advance(to: .noon.addingTimeInterval(60))
    guard case .inserted(let posts, in: .home)? = await changes.next() else {
      Issue.record("Nothing came.")
      return
    }
    #expect(posts.map(\.text.plain) == ["post 6"])
    #expect(await harness.clock.waitForSleepers(1))
    harness.server.failure = .offline(host: "server.example", .cut)
    harness.clock.advance(to: .noon.addingTimeInterval(120))
    #expect(await changes.next() == Self.lost)
    harness.server.failure = nil
    harness.server.notify(.connected)
    #expect(await changes.next() == .connection(.connected))
  }

  @Test func `A response without a lost connection reports nothing`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 5, hasStream: true), hasLiveUpdates: true)
    _ = try await harness.page()
    var changes = harness.changes().makeAsyncIterator()
    #expect(await eventually { harness.server.hasListener })
    harness.repository.serverDidRespond()
    harness.server.notify(.lost(.offline(host: "server.example", .cut)))
    #expect(await changes.next() == Self.lost)
  }

  @Test(
    arguments: [
      (nil, 1), (.refused(host: "server.example", message: "No"), 1),
      (.postUnavailable(id: PostID("1"), reason: .deleted), 1), (.offline(host: "server.example", .cut), 0),
      (.webPage(host: "server.example", title: "Hotel"), 0), (.timedOut(host: "server.example", seconds: 30), 0),
    ] as [(TimelineError?, Int)])
  func `Only errors from the server itself count as responses`(
    error: TimelineError?, count: Int
  ) async throws {
    let responses = Mutex(0)
    let server = FakeServer(posts: 1)
    server.failure = error
    let account = AccountID.mastodon("ada@server.example")
    let signedIn = SignedIn<any RemoteTimelines>(
      account, host: "server.example", accounts: SingleAccountRepository(), credentials: SingleTokenRepository(),
      clock: VirtualClock(now: .noon), didRespond: { responses.withLock { $0 += 1 } }
    ) { _, _ in server }
    _ = try? await signedIn.withServer { server throws(TimelineError) in
      try await server.page(of: .home, at: .newest, limit: 20)
    }
    #expect(responses.withLock { $0 } == count)
  }
}
