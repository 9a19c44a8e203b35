import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// What comes by itself while somebody listens.
@Suite struct LiveUpdatesTests {
  @Test func `Nobody is asked as long as nobody listens, and nobody once the last one has gone`() async throws {
    let live = try await SyncHarness(FakeServer(posts: 5, hasStream: true), follows: true)
    _ = try await live.page()
    #expect(live.server.streamCount == 0)
    let changes = live.repository.changes()
    #expect(await eventually { live.server.isHeard })
    let listening = Task { for await _ in changes {} }
    listening.cancel()
    #expect(await eventually { !live.server.isHeard })
  }

  @Test func `What does not follow by itself ends at once`() async throws {
    let live = try await SyncHarness(FakeServer(posts: 5, hasStream: true))
    for await _ in live.repository.changes() { Issue.record("Nothing comes by itself.") }
    #expect(live.server.streamCount == 0)
  }

  @Test func `News of a stream are kept, and told together`() async throws {
    let live = try await SyncHarness(FakeServer(posts: 5, hasStream: true), follows: true)
    _ = try await live.page()
    var changes = live.repository.changes().makeAsyncIterator()
    #expect(await eventually { live.server.isHeard })
    live.server.notify(.connected)
    #expect(await eventually { live.server.questions.count == 2 })
    let new = live.server.write(2)
    for entry in new.reversed() { live.server.notify(.inserted(entry, in: .home)) }
    #expect(await live.clock.waitForSleepers(1))
    live.clock.advance(to: .noon.addingTimeInterval(0.25))
    guard case .inserted(let posts, in: .home)? = await changes.next() else {
      Issue.record("Nothing came.")
      return
    }
    #expect(posts.map(\.text.plain) == ["post 7", "post 6"])
    #expect(posts.allSatisfy { $0.ref.account == .mastodon("ada@server.example") })
    let kept = try await live.page()
    #expect(kept.posts.map(\.text.plain) == live.server.texts())
    #expect(kept.gaps.isEmpty)
  }

  @Test func `What was missed while the connection was lost is asked for, or stays marked`() async throws {
    let live = try await SyncHarness(FakeServer(posts: 100, hasStream: true), follows: true)
    _ = try await live.page()
    var changes = live.repository.changes().makeAsyncIterator()
    #expect(await eventually { live.server.isHeard })
    live.server.notify(.connected)
    #expect(await eventually { live.server.questions.count == 2 })
    live.server.notify(.lost(.offline(host: "server.example")))
    #expect(await changes.next() == .connection(.lost(host: "server.example")))
    live.server.write(70)
    live.server.notify(.connected)
    #expect(await changes.next() == .outdated(.home))
    #expect(await changes.next() == .connection(.connected))
    #expect(try await live.page(limit: 200).gaps.count == 1)
  }

  @Test func `What comes while nobody knows what was missed is not taken for what follows`() async throws {
    let live = try await SyncHarness(FakeServer(posts: 60, hasStream: true), follows: true)
    _ = try await live.page()
    var changes = live.repository.changes().makeAsyncIterator()
    #expect(await eventually { live.server.isHeard })
    live.server.failure = .offline(host: "server.example")
    live.server.notify(.connected)
    #expect(await changes.next() == .connection(.lost(host: "server.example")))
    live.server.write(50)
    live.server.notify(.inserted(live.server.write(1)[0], in: .home))
    #expect(await live.clock.waitForSleepers(1))
    live.clock.advance(to: .noon.addingTimeInterval(0.25))
    live.server.failure = nil
    live.server.notify(.connected)
    #expect(await changes.next() == .outdated(.home))
    let kept = try await live.page(limit: 200)
    #expect(kept.posts.first?.text.plain == "post 111")
    #expect(kept.gaps.count == 1)
  }

  @Test func `Where nothing was kept when the stream began, the first that it tells of has the server asked`()
    async throws
  {
    let live = try await SyncHarness(FakeServer(posts: 5, hasStream: true), follows: true)
    var changes = live.repository.changes().makeAsyncIterator()
    #expect(await eventually { live.server.isHeard })
    live.server.notify(.connected)
    live.server.notify(.lost(.offline(host: "server.example")))
    #expect(await changes.next() == .connection(.lost(host: "server.example")))
    live.server.notify(.connected)
    #expect(await changes.next() == .connection(.connected))
    #expect(live.server.questions.isEmpty)
    _ = try await live.page()
    live.server.notify(.inserted(live.server.write(1)[0], in: .home))
    #expect(await live.clock.waitForSleepers(1))
    live.clock.advance(to: .noon.addingTimeInterval(0.25))
    guard case .inserted(let posts, in: .home)? = await changes.next() else {
      Issue.record("Nothing came.")
      return
    }
    #expect(posts.map(\.text.plain) == ["post 6"])
    // From then on the stream is enough.
    live.server.notify(.inserted(live.server.write(1)[0], in: .home))
    #expect(await live.clock.waitForSleepers(1))
    live.clock.advance(to: .noon.addingTimeInterval(0.5))
    guard case .inserted(let more, in: .home)? = await changes.next() else {
      Issue.record("Nothing came after that.")
      return
    }
    #expect(more.map(\.text.plain) == ["post 7"])
    #expect(live.server.questions.count == 2)
    #expect(try await live.page().posts.map(\.text.plain) == live.server.texts())
  }

  @Test func `A deleted post is told, and leaves what is kept`() async throws {
    let live = try await SyncHarness(FakeServer(posts: 5, hasStream: true), follows: true)
    let first = try #require(try await live.page().posts.first)
    var changes = live.repository.changes().makeAsyncIterator()
    #expect(await eventually { live.server.isHeard })
    live.server.notify(.deleted(first.id))
    #expect(await live.clock.waitForSleepers(1))
    live.clock.advance(to: .noon.addingTimeInterval(0.25))
    #expect(await changes.next() == .deleted(first.ref))
    #expect(try await live.page().posts.contains { $0.id == first.id } == false)
  }

  @Test func `A repost that is taken back is told by what stood there, not by the server's name for it`() async throws {
    let live = try await SyncHarness(FakeServer(posts: 5, hasStream: true), follows: true)
    _ = try await live.page()
    let repost = Post.fixture(
      id: "elsewhere", repost: Repost(by: .fixture(handle: "alan@server.example"), at: .noon))
    let entry = RemoteEntry(cursor: RemoteCursor("wrapper"), post: repost)
    try await live.cache.merge(RemotePage(entries: [entry], isWhole: false), into: .home, at: .newest, asOf: .noon)
    let shown = try #require(try await live.page().posts.first { $0.id == repost.id })
    var changes = live.repository.changes().makeAsyncIterator()
    #expect(await eventually { live.server.isHeard })
    live.server.notify(.deleted(PostID("wrapper")))
    #expect(await live.clock.waitForSleepers(1))
    live.clock.advance(to: .noon.addingTimeInterval(0.25))
    #expect(await changes.next() == .withdrawn([shown.key], from: nil))
    #expect(try await live.page().posts.contains { $0.id == repost.id } == false)
  }

  @Test func `An account that is not on the screen is not followed, and catches up when it comes back`() async throws {
    let live = try await SyncHarness(FakeServer(posts: 100, hasStream: true), follows: true)
    _ = try await live.page()
    var changes = live.repository.changes().makeAsyncIterator()
    #expect(await eventually { live.server.isHeard })
    live.server.notify(.connected)
    #expect(await eventually { live.server.questions.count == 2 })
    live.repository.setShown(false)
    #expect(await eventually { !live.server.isHeard })
    live.server.write(70)
    live.clock.advance(to: .noon.addingTimeInterval(600))
    #expect(live.server.questions.count == 2)
    #expect(live.clock.sleeperCount == 0)
    live.repository.setShown(true)
    #expect(await eventually { live.server.isHeard })
    #expect(live.server.streamCount == 2)
    live.server.notify(.connected)
    #expect(await changes.next() == .outdated(.home))
    #expect(try await live.page(limit: 200).gaps.count == 1)
    // What comes from then on follows.
    live.server.notify(.inserted(live.server.write(1)[0], in: .home))
    #expect(await live.clock.waitForSleepers(1))
    live.clock.advance(to: .noon.addingTimeInterval(601))
    guard case .inserted(let posts, in: .home)? = await changes.next() else {
      Issue.record("Nothing came.")
      return
    }
    #expect(posts.map(\.text.plain) == ["post 171"])
  }

  @Test func `What came before a break is kept, and what comes after a stream that has ended is told as well`()
    async throws
  {
    let live = try await SyncHarness(FakeServer(posts: 5, hasStream: true), follows: true)
    _ = try await live.page()
    var changes = live.repository.changes().makeAsyncIterator()
    for round in 1...2 {
      #expect(await eventually { live.server.isHeard })
      live.server.notify(.connected)
      #expect(await eventually { live.server.questions.count == 1 + round })
      live.server.notify(.inserted(live.server.write(1)[0], in: .home))
      #expect(await live.clock.waitForSleepers(1))
      live.server.endStream()
      guard case .inserted(let posts, in: .home)? = await changes.next() else {
        Issue.record("Nothing came.")
        return
      }
      #expect(posts.map(\.text.plain) == ["post \(5 + round)"])
      guard round == 1 else { return }
      // Half an hour of asking once a minute, then the stream is tried again.
      for minute in 1...30 {
        #expect(await live.clock.waitForSleepers(1))
        live.clock.advance(to: .noon.addingTimeInterval(Double(minute) * 60))
        #expect(await eventually { live.server.questions.count == 2 + minute })
      }
      live.server.forgetQuestions(but: 2)
    }
  }
}
