import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport
import Testing

@testable import ServerSession

/// Entries that another process with the same store has stored first. They are new here as well.
@Suite struct SharedStoreTests {
  private final class Alerts: Sendable {
    private let posts = Mutex<[String]>([])
    var texts: [String] { posts.withLock(\.self) }
    func add(_ new: [Post]) { posts.withLock { $0 += new.map(\.text.plain) } }
  }

  private let alerts = Alerts()

  private func harness(hasStream: Bool = false, posts: Int = 5) async throws -> TimelineHarness {
    let harness = try await TimelineHarness(
      FakeServer(posts: posts, hasStream: hasStream), hasLiveUpdates: true, alert: { [alerts] in alerts.add($0) })
    harness.server.write(3, in: .notifications)
    _ = try await harness.page()
    _ = try await harness.repository.page(of: .notifications, PageRequest(.newest, limit: 20))
    return harness
  }

  /// Loads all new entries as another process.
  private func sync(_ harness: TimelineHarness) async throws {
    let fetcher = PageFetcher(harness.secondInstance(), clock: harness.clock)
    for query in [TimelineQuery.home, .notifications] { _ = try await fetcher.fetchAllNew(of: query) }
  }

  private func inserted(_ change: SourceChange?) -> [String]? {
    if case .inserted(let posts, _)? = change { posts.map(\.text.plain) } else { nil }
  }

  @Test func `Entries that a sync has stored are shown and announced by the next poll`() async throws {
    let harness = try await harness()
    var changes = harness.changes().makeAsyncIterator()
    #expect(await harness.clock.waitForSleepers(1))
    harness.server.write(2)
    harness.server.write(2, in: .notifications)
    try await sync(harness)
    harness.clock.advance(to: .noon.addingTimeInterval(60))
    #expect(inserted(await changes.next()) == ["post 10", "post 9"])
    #expect(inserted(await changes.next()) == ["post 12", "post 11"])
    #expect(alerts.texts == ["post 12", "post 11"])
    // Once.
    #expect(await harness.clock.waitForSleepers(1))
    harness.server.write(1)
    harness.clock.advance(to: .noon.addingTimeInterval(120))
    #expect(inserted(await changes.next()) == ["post 13"])
    #expect(alerts.texts.count == 2)
  }

  @Test func `A streamed entry that another process has stored is shown and announced`() async throws {
    let harness = try await harness(hasStream: true)
    var changes = harness.changes().makeAsyncIterator()
    #expect(await eventually { harness.server.hasListener })
    let requests = harness.server.pageRequests.count
    harness.server.notify(.connected)
    #expect(await eventually { harness.server.pageRequests.count == requests + 2 })
    let entry = harness.server.write(1, in: .notifications)[0]
    try await sync(harness)
    harness.server.notify(.inserted(entry, in: .notifications))
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: .noon.addingTimeInterval(1))
    #expect(inserted(await changes.next()) == ["post 9"])
    #expect(alerts.texts == ["post 9"])
  }

  @Test func `Each like of a post is announced, and its row names all accounts of the group`() async throws {
    let harness = try await harness(hasStream: true)
    var changes = harness.changes().makeAsyncIterator()
    #expect(await eventually { harness.server.hasListener })
    let requests = harness.server.pageRequests.count
    harness.server.notify(.connected)
    #expect(await eventually { harness.server.pageRequests.count == requests + 2 })
    for (number, name) in ["dave", "eve", "grace"].enumerated() {
      let date = Date.noon.addingTimeInterval(Double(number * 10))
      var post = Post(id: PostID("3"), createdAt: .noon.minutesAgo(60), text: PostText([.text("liked")]))
      post.notification = PostNotification(
        id: "favourite-3-1", kind: .favourite, profiles: [Profile(id: name, handle: name)], at: date)
      harness.server.notify(
        .inserted(RemoteEntry(cursor: RemoteCursor("\(90 + number)"), post: post), in: .notifications))
      #expect(await harness.clock.waitForSleepers(1))
      harness.clock.advance(to: date.addingTimeInterval(1))
      if number == 0 {
        #expect(inserted(await changes.next()) == ["liked"])
      } else {
        while let change = await changes.next(), change != .outdated(.notifications) {}
      }
      #expect(alerts.texts.count == number + 1)
    }
    let page = try await harness.repository.page(of: .notifications, PageRequest(.newest, limit: 20))
    #expect(page.posts.first?.notification?.profiles.map(\.handle) == ["grace", "eve", "dave"])
    #expect(page.posts.count == 4 && page.posts.first?.notification?.count == 3)
  }

  @Test func `An edit that another process has stored is shown`() async throws {
    let harness = try await harness(hasStream: true)
    var changes = harness.changes().makeAsyncIterator()
    #expect(await eventually { harness.server.hasListener })
    let requests = harness.server.pageRequests.count
    harness.server.notify(.connected)
    #expect(await eventually { harness.server.pageRequests.count == requests + 2 })
    var post = try #require(try await harness.page().posts.first)
    post.text = PostText([.text("edited")])
    try await harness.cache.store([post])
    harness.server.notify(.changed(post))
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: .noon.addingTimeInterval(1))
    guard case .changed(let shown)? = await changes.next() else {
      Issue.record("Nothing came.")
      return
    }
    #expect(shown.text.plain == "edited")
  }

  @Test func `A notification that joins the only cached group is new`() async throws {
    let harness = try await harness()
    func group(cursor: String, at date: Date) -> RemotePage {
      var post = Post.fixture(id: "1")
      post.notification = PostNotification(id: "group", kind: .favourite, profiles: [], at: date)
      return RemotePage(entries: [RemoteEntry(cursor: RemoteCursor(cursor), post: post)], older: RemoteCursor("1"))
    }
    try await harness.cache.merge(group(cursor: "5", at: .noon), into: .notifications, at: .newest, asOf: .noon)
    let reported = ReportedEntries(harness.cache)
    await reported.begin(.notifications)
    #expect(await reported.markReported(in: .notifications).posts.isEmpty)
    let later = Date.noon.addingTimeInterval(60)
    try await harness.cache.merge(group(cursor: "6", at: later), into: .notifications, at: .newest, asOf: later)
    #expect(await reported.markReported(in: .notifications).posts.count == 1)
    #expect(await reported.markReported(in: .notifications).posts.isEmpty)
  }

  @Test func `A change of the store is reported once, without a request`() async throws {
    let harness = try await harness()
    var changes = harness.changes().makeAsyncIterator()
    #expect(await harness.clock.waitForSleepers(1))
    await harness.repository.storeDidChange()
    // Nothing is known of what was shown before.
    _ = [await changes.next(), await changes.next()]
    harness.server.write(2)
    harness.server.write(1, in: .notifications)
    try await sync(harness)
    let requests = harness.server.pageRequests.count
    for _ in 1...2 { await harness.repository.storeDidChange() }
    let reported = [await changes.next(), await changes.next()]
    #expect(Set(reported) == [.outdated(.home), .outdated(.notifications)])
    #expect(alerts.texts == ["post 11"])
    #expect(harness.server.pageRequests.count == requests)
    // The next poll has nothing new.
    harness.server.write(1)
    harness.clock.advance(to: .noon.addingTimeInterval(60))
    #expect(inserted(await changes.next()) == ["post 12"])
    #expect(alerts.texts.count == 1)
  }

  @Test func `What the user has loaded is not announced`() async throws {
    let harness = try await harness()
    var changes = harness.changes().makeAsyncIterator()
    #expect(await harness.clock.waitForSleepers(1))
    harness.server.write(2, in: .notifications)
    try await sync(harness)
    _ = try await harness.repository.page(of: .notifications, PageRequest(.newest, limit: 20, .fresh))
    harness.server.write(1)
    harness.clock.advance(to: .noon.addingTimeInterval(60))
    #expect(inserted(await changes.next()) == ["post 11"])
    #expect(alerts.texts.isEmpty)
  }

  @Test func `Notifications of an account off screen are announced if another process has stored them`() async throws {
    let harness = try await harness()
    #expect(try await harness.repository.pollNotifications().isEmpty)
    harness.server.write(2, in: .notifications)
    try await sync(harness)
    #expect(try await harness.repository.pollNotifications().map(\.text.plain) == ["post 10", "post 9"])
    #expect(try await harness.repository.pollNotifications().isEmpty)
  }
}
