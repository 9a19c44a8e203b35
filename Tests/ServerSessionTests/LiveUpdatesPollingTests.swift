import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// When a server is asked for what is new, and when it is not.
@Suite struct LiveUpdatesPollingTests {
  @Test func `A server without a stream is asked once a minute`() async throws {
    let live = try await SyncHarness(FakeServer(posts: 5), follows: true)
    _ = try await live.page()
    var changes = live.repository.changes().makeAsyncIterator()
    for minute in 1...3 {
      #expect(await live.clock.waitForSleepers(1))
      live.server.write(1)
      live.clock.advance(to: .noon.addingTimeInterval(Double(minute) * 60))
      guard case .inserted(let posts, in: .home)? = await changes.next() else {
        Issue.record("Nothing came.")
        return
      }
      #expect(posts.map(\.text.plain) == ["post \(5 + minute)"])
    }
    #expect(live.server.questions.count == 4)
  }

  @Test func `Nobody is asked before the moment that the server has named`() async throws {
    let live = try await SyncHarness(FakeServer(posts: 5), follows: true)
    _ = try await live.page()
    var changes = live.repository.changes().makeAsyncIterator()
    live.server.failure = .rateLimited(host: "server.example", until: .noon.addingTimeInterval(150))
    #expect(await live.clock.waitForSleepers(1))
    live.clock.advance(to: .noon.addingTimeInterval(60))
    #expect(await changes.next() == .connection(.lost(host: "server.example")))
    live.server.failure = nil
    #expect(await live.clock.waitForSleepers(1))
    live.clock.advance(to: .noon.addingTimeInterval(120))
    #expect(await live.clock.waitForSleepers(1))
    #expect(live.server.questions.count == 2)
    live.clock.advance(to: .noon.addingTimeInterval(180))
    #expect(await changes.next() == .connection(.connected))
    #expect(live.server.questions.count == 3)
  }

  @Test func `A server that has named a moment is asked then, whatever its stream tells meanwhile`() async throws {
    let live = try await SyncHarness(FakeServer(posts: 5, hasStream: true), follows: true)
    _ = try await live.page()
    var changes = live.repository.changes().makeAsyncIterator()
    #expect(await eventually { live.server.isHeard })
    live.server.failure = .rateLimited(host: "server.example", until: .noon.addingTimeInterval(150))
    live.server.notify(.connected)
    #expect(await changes.next() == .connection(.lost(host: "server.example")))
    #expect(live.server.questions.count == 2)
    live.server.failure = nil
    live.server.notify(.filtersChanged)
    live.server.notify(.deleted(PostID("gone")))
    #expect(await live.clock.waitForSleepers(2))
    live.clock.advance(to: .noon.addingTimeInterval(0.25))
    guard case .deleted? = await changes.next() else {
      Issue.record("Nothing came.")
      return
    }
    live.clock.advance(to: .noon.addingTimeInterval(140))
    live.server.notify(.filtersChanged)
    live.server.notify(.deleted(PostID("gone")))
    #expect(await live.clock.waitForSleepers(2))
    #expect(live.server.questions.count == 2)
    live.clock.advance(to: .noon.addingTimeInterval(150))
    #expect(await changes.next() == .deleted(PostRef(account: live.account, id: PostID("gone"))))
    #expect(await changes.next() == .connection(.connected))
    #expect(live.server.questions.count == 3)
  }

  @Test func `A session that has ended is not asked again`() async throws {
    let live = try await SyncHarness(FakeServer(posts: 5), follows: true)
    _ = try await live.page()
    let changes = live.repository.changes()
    live.server.failure = .sessionExpired(handle: "ada@server.example", host: "server.example")
    #expect(await live.clock.waitForSleepers(1))
    live.clock.advance(to: .noon.addingTimeInterval(60))
    #expect(await eventually { live.server.questions.count == 2 })
    #expect(await eventually { live.clock.sleeperCount == 0 })
    withExtendedLifetime(changes) {}
  }

  @Test
  func `What is not on the screen is not asked once a minute, and at once when it comes back after more than that`()
    async throws
  {
    let live = try await SyncHarness(FakeServer(posts: 5), follows: true)
    _ = try await live.page()
    var changes = live.repository.changes().makeAsyncIterator()
    #expect(await live.clock.waitForSleepers(1))
    live.repository.setShown(false)
    #expect(await eventually { live.clock.sleeperCount == 0 })
    live.clock.advance(to: .noon.addingTimeInterval(30))
    live.repository.setShown(true)
    // Not before its minute is over.
    #expect(await live.clock.waitForSleepers(1))
    #expect(live.clock.nextDeadline == .noon.addingTimeInterval(60))
    live.repository.setShown(false)
    #expect(await eventually { live.clock.sleeperCount == 0 })
    live.server.write(2)
    live.clock.advance(to: .noon.addingTimeInterval(300))
    #expect(live.server.questions.count == 1)
    live.repository.setShown(true)
    guard case .inserted(let posts, in: .home)? = await changes.next() else {
      Issue.record("Nothing came.")
      return
    }
    #expect(posts.map(\.text.plain) == ["post 7", "post 6"])
    #expect(live.server.questions.count == 2)
  }
}
