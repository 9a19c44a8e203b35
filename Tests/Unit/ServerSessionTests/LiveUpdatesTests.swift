import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import ServerSession

/// Live updates while there are observers.
@Suite struct LiveUpdatesTests {
  @Test func `There are no requests without observers`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 5, hasStream: true), hasLiveUpdates: true)
    _ = try await harness.page()
    #expect(harness.server.streamCount == 0)
    let changes = harness.repository.changes()
    #expect(await eventually { harness.server.hasListener })
    let listening = Task { for await _ in changes {} }
    listening.cancel()
    #expect(await eventually { !harness.server.hasListener })
  }

  @Test func `Without harness updates the stream ends at once`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 5, hasStream: true))
    for await _ in harness.repository.changes() { Issue.record("There are no live updates.") }
    #expect(harness.server.streamCount == 0)
  }

  @Test func `Stream events are cached and reported together`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 5, hasStream: true), hasLiveUpdates: true)
    _ = try await harness.page()
    var changes = harness.changes().makeAsyncIterator()
    #expect(await eventually { harness.server.hasListener })
    harness.server.notify(.connected)
    #expect(await eventually { harness.server.pageRequests.count == 2 })
    let new = harness.server.write(2)
    for entry in new.reversed() { harness.server.notify(.inserted(entry, in: .home)) }
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: .noon.addingTimeInterval(0.25))
    guard case .inserted(let posts, in: .home)? = await changes.next() else {
      Issue.record("Nothing came.")
      return
    }
    #expect(posts.map(\.text.plain) == ["post 7", "post 6"])
    #expect(posts.allSatisfy { $0.ref.account == .mastodon("ada@server.example") })
    let cachedPage = try await harness.page()
    #expect(cachedPage.posts.map(\.text.plain) == harness.server.texts())
    #expect(cachedPage.gaps.isEmpty)
  }

  @Test func `Entries missed during an interruption are loaded or marked`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 100, hasStream: true), hasLiveUpdates: true)
    _ = try await harness.page()
    var changes = harness.changes().makeAsyncIterator()
    #expect(await eventually { harness.server.hasListener })
    harness.server.notify(.connected)
    #expect(await eventually { harness.server.pageRequests.count == 2 })
    harness.server.notify(.lost(.offline(host: "server.example")))
    #expect(await changes.next() == .connection(.lost(host: "server.example")))
    harness.server.write(70)
    harness.server.notify(.connected)
    #expect(await changes.next() == .outdated(.home))
    #expect(await changes.next() == .connection(.connected))
    #expect(try await harness.page(limit: 200).gaps.count == 1)
  }

  @Test func `Events before catching up are not treated as gapless`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 60, hasStream: true), hasLiveUpdates: true)
    _ = try await harness.page()
    var changes = harness.changes().makeAsyncIterator()
    #expect(await eventually { harness.server.hasListener })
    harness.server.failure = .offline(host: "server.example")
    harness.server.notify(.connected)
    #expect(await changes.next() == .connection(.lost(host: "server.example")))
    harness.server.write(50)
    harness.server.notify(.inserted(harness.server.write(1)[0], in: .home))
    // One for the events, one for the retry after the failure.
    #expect(await harness.clock.waitForSleepers(2))
    let requests = harness.server.pageRequests.count
    harness.clock.advance(to: .noon.addingTimeInterval(0.25))
    #expect(await eventually { harness.server.pageRequests.count > requests })
    harness.server.failure = nil
    harness.server.notify(.connected)
    #expect(await changes.next() == .outdated(.home))
    let cachedPage = try await harness.page(limit: 200)
    #expect(cachedPage.posts.first?.text.plain == "post 111")
    #expect(cachedPage.gaps.count == 1)
  }

  @Test func `The first event of an uncached timeline loads it`()
    async throws
  {
    let harness = try await TimelineHarness(FakeServer(posts: 5, hasStream: true), hasLiveUpdates: true)
    var changes = harness.changes().makeAsyncIterator()
    #expect(await eventually { harness.server.hasListener })
    harness.server.notify(.connected)
    harness.server.notify(.lost(.offline(host: "server.example")))
    #expect(await changes.next() == .connection(.lost(host: "server.example")))
    harness.server.notify(.connected)
    #expect(await changes.next() == .connection(.connected))
    #expect(harness.server.pageRequests.isEmpty)
    _ = try await harness.page()
    harness.server.notify(.inserted(harness.server.write(1)[0], in: .home))
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: .noon.addingTimeInterval(0.25))
    guard case .inserted(let posts, in: .home)? = await changes.next() else {
      Issue.record("Nothing came.")
      return
    }
    #expect(posts.map(\.text.plain) == ["post 6"])
    // From then on the stream suffices.
    harness.server.notify(.inserted(harness.server.write(1)[0], in: .home))
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: .noon.addingTimeInterval(0.5))
    guard case .inserted(let more, in: .home)? = await changes.next() else {
      Issue.record("Nothing came after that.")
      return
    }
    #expect(more.map(\.text.plain) == ["post 7"])
    #expect(harness.server.pageRequests.count == 2)
    #expect(try await harness.page().posts.map(\.text.plain) == harness.server.texts())
  }

  @Test func `A deleted post is reported and leaves the cache`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 5, hasStream: true), hasLiveUpdates: true)
    let first = try #require(try await harness.page().posts.first)
    var changes = harness.changes().makeAsyncIterator()
    #expect(await eventually { harness.server.hasListener })
    harness.server.notify(.deleted(first.id))
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: .noon.addingTimeInterval(0.25))
    #expect(await changes.next() == .deleted(first.ref))
    #expect(try await harness.page().posts.contains { $0.id == first.id } == false)
  }

  @Test func `An undone repost is reported by its entry`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 5, hasStream: true), hasLiveUpdates: true)
    _ = try await harness.page()
    let repost = Post.fixture(
      id: "elsewhere", repost: Repost(by: .fixture(handle: "alan@server.example"), at: .noon))
    let entry = RemoteEntry(cursor: RemoteCursor("wrapper"), post: repost)
    try await harness.cache.merge(
      RemotePage(entries: [entry], isContiguous: false), into: .home, at: .newest, asOf: .noon)
    let shown = try #require(try await harness.page().posts.first { $0.id == repost.id })
    var changes = harness.changes().makeAsyncIterator()
    #expect(await eventually { harness.server.hasListener })
    harness.server.notify(.deleted(PostID("wrapper")))
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: .noon.addingTimeInterval(0.25))
    #expect(await changes.next() == .withdrawn([shown.key], from: nil))
    #expect(try await harness.page().posts.contains { $0.id == repost.id } == false)
  }

  @Test func `An account off screen is not streamed, and catches up later`() async throws {
    let harness = try await TimelineHarness(FakeServer(posts: 100, hasStream: true), hasLiveUpdates: true)
    _ = try await harness.page()
    var changes = harness.changes().makeAsyncIterator()
    #expect(await eventually { harness.server.hasListener })
    harness.server.notify(.connected)
    #expect(await eventually { harness.server.pageRequests.count == 2 })
    harness.repository.setShown(false)
    #expect(await eventually { !harness.server.hasListener })
    harness.server.write(70)
    harness.clock.advance(to: .noon.addingTimeInterval(600))
    #expect(harness.server.pageRequests.count == 2)
    #expect(harness.clock.sleeperCount == 0)
    harness.repository.setShown(true)
    #expect(await eventually { harness.server.hasListener })
    #expect(harness.server.streamCount == 2)
    harness.server.notify(.connected)
    #expect(await changes.next() == .outdated(.home))
    #expect(try await harness.page(limit: 200).gaps.count == 1)
    // Later events follow without a gap.
    harness.server.notify(.inserted(harness.server.write(1)[0], in: .home))
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: .noon.addingTimeInterval(601))
    guard case .inserted(let posts, in: .home)? = await changes.next() else {
      Issue.record("Nothing came.")
      return
    }
    #expect(posts.map(\.text.plain) == ["post 171"])
  }

  @Test func `Events before and after an interruption are reported`()
    async throws
  {
    let harness = try await TimelineHarness(FakeServer(posts: 5, hasStream: true), hasLiveUpdates: true)
    _ = try await harness.page()
    var changes = harness.changes().makeAsyncIterator()
    for round in 1...2 {
      #expect(await eventually { harness.server.hasListener })
      harness.server.notify(.connected)
      #expect(await eventually { harness.server.pageRequests.count == 1 + round })
      harness.server.notify(.inserted(harness.server.write(1)[0], in: .home))
      #expect(await harness.clock.waitForSleepers(1))
      harness.server.endStream()
      guard case .inserted(let posts, in: .home)? = await changes.next() else {
        Issue.record("Nothing came.")
        return
      }
      #expect(posts.map(\.text.plain) == ["post \(5 + round)"])
      guard round == 1 else { return }
      // After half an hour of polling the stream is opened again.
      for minute in 1...30 {
        #expect(await harness.clock.waitForSleepers(1))
        harness.clock.advance(to: .noon.addingTimeInterval(Double(minute) * 60))
        #expect(await eventually { harness.server.pageRequests.count == 2 + minute })
      }
      harness.server.dropRequests(but: 2)
    }
  }
}
