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
}
