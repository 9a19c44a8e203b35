import Domain
import Foundation
import PostCell
import TestSupport
import Testing
import TimelineCore

@testable import Timeline

/// Notifications that are limited to one kind.
@MainActor @Suite struct NotificationGroupTests {
  private let session = MemorySessionRepository()
  private let kinds: [PostNotification.Kind] = [.mention, .favourite, .follow, .favourite, .repost, .pollEnded]

  private func notification(_ kind: PostNotification.Kind, _ index: Int, of prefix: String = "n") -> Post {
    var post = Post.fixture(
      id: "\(prefix)\(index)", createdAt: .noon.minutesAgo(Double(index)), text: "\(kind.rawValue) \(index)")
    post.notification = PostNotification(
      id: "\(prefix)\(index)", kind: kind, profiles: [.fixture()], at: .noon.minutesAgo(Double(index)))
    return post
  }

  private func harness(_ kinds: [PostNotification.Kind]? = nil) async -> TimelineHarness {
    let posts = (kinds ?? self.kinds).enumerated().map { notification($1, $0) }
    return await TimelineHarness(
      [(.notifications, posts), (.home, Post.fixtures(count: 3))], firstTimeline: .notifications, session: session
    ).load()
  }

  private func press(_ harness: TimelineHarness, _ count: Int = 1) async {
    for _ in 0..<count { await harness.after { $0.showNextNotificationGroup() } }
  }

  @Test func `The key goes through all kinds and back to all`() async {
    let harness = await harness()
    #expect(harness.view.status == "1 of 6 · all caught up")
    await press(harness)
    #expect(harness.view.texts == ["mention 0"])
    #expect(harness.view.status == "1 of 1 · mentions · 5 others · V")
    #expect(harness.view.header.capabilities.notifications == .init(shown: .mentions, next: .follows))
    await press(harness)
    #expect(harness.view.texts == ["follow 2"])
    await press(harness)
    #expect(harness.view.texts == ["favourite 1", "favourite 3", "reblog 4"])
    #expect(harness.view.status.hasSuffix(" of 3 · likes and reposts · 3 others · V"))
    await press(harness)
    #expect(harness.view.texts == ["poll 5"])
    await press(harness)
    #expect(harness.view.texts.count == 6)
    #expect(harness.view.status == "1 of 6 · all caught up")
  }

  @Test func `The entry that was selected stays selected where it is shown`() async {
    let harness = await harness()
    await harness.select(3)
    await press(harness, 3)
    #expect(harness.view.selectedText == "favourite 3")
    await press(harness, 2)
    #expect(harness.view.rows.count == 6)
    #expect(harness.presenter.post(at: harness.view.timeline?.selection ?? 0)?.notification?.kind != nil)
  }

  @Test func `Other timelines have no kinds`() async {
    let harness = await harness()
    await harness.after { $0.showNextTimeline() }
    #expect(harness.view.header.capabilities.notifications == nil)
    await press(harness)
    #expect(harness.view.texts.count == 3 && harness.presenter.timelines.notificationGroup == nil)
  }

  @Test func `An empty kind says so, counts what is hidden, and offers all`() async {
    let harness = await harness([.favourite, .repost])
    await press(harness)
    #expect(harness.view.emptyView?.title == "No mentions")
    #expect(harness.view.emptyView?.sentences.contains("2 notifications of other kinds are hidden.") == true)
    #expect(harness.view.emptyView?.actions.prefix(2) == [.showAllNotifications, .nextNotificationGroup])
    await harness.after { $0.showAllNotifications() }
    #expect(harness.view.texts.count == 2 && harness.view.shown == [.list])
  }

  @Test func `Older pages are loaded until the kind is found, a few at a time`() async {
    let kinds = (0..<600).map { $0 == 599 ? PostNotification.Kind.follow : .favourite }
    let harness = await harness(kinds)
    let before = harness.repository.requests.count
    await press(harness, 2)
    #expect(harness.view.emptyView?.title == "No follows")
    #expect(harness.repository.requests.count - before <= 12)
    for _ in 0..<3 where harness.view.emptyView != nil { await harness.after { $0.continueSearch() } }
    #expect(harness.view.texts == ["follow 599"])
  }

  @Test func `The kind is stored, and applies at the next launch`() async {
    let first = await harness()
    await press(first)
    #expect(session.load().accounts[Account.fixture().id]?.notificationGroup == .mentions)
    let second = await harness()
    #expect(second.view.texts == ["mention 0"])
    await second.after { $0.showAllNotifications() }
    #expect(session.load().accounts[Account.fixture().id]?.notificationGroup == nil)
  }

  @Test func `Reading one kind leaves the others unread`() async {
    let first = await harness()
    await first.after { $0.viewWillDisappear() }
    let new = [notification(.favourite, -1, of: "new"), notification(.mention, -2, of: "new")]
    let posts = kinds.enumerated().map { notification($1, $0) }
    let second = await TimelineHarness(
      [(.notifications, new.reversed() + posts), (.home, [])], firstTimeline: .notifications, session: session
    ).load()
    #expect(second.view.header.tabs[0].unreadCount == 2)
    await press(second)
    #expect(second.view.unread == ["mention -2"])
    await second.after { $0.showNextUnread() }
    #expect(second.view.selectedText == "mention -2")
    #expect(second.view.header.tabs[0].unreadCount == 1)
    await second.after { $0.showAllNotifications() }
    #expect(second.view.unread == ["favourite -1"])
  }

  @Test func `Marking all as read includes the hidden ones`() async {
    let first = await harness()
    await first.after { $0.viewWillDisappear() }
    let posts = kinds.enumerated().map { notification($1, $0) }
    let second = await TimelineHarness(
      [(.notifications, [notification(.favourite, -1, of: "new")] + posts), (.home, [])], firstTimeline: .notifications,
      session: session
    ).load()
    await press(second)
    await second.after { $0.markAllRead() }
    #expect(second.view.header.tabs[0].unreadCount == 0)
  }

  @Test func `A notification of several people opens their list`() async {
    var post = notification(.follow, 0)
    post.notification?.profiles = [.fixture(), .fixture(handle: "alan", name: "Alan Turing")]
    post.notification?.count = 2
    post.text = PostText()
    let harness = await TimelineHarness(
      [(.notifications, [post])], firstTimeline: .notifications, navigation: NavigationCapabilities(profiles: true),
      session: session
    ).load()
    await harness.after { $0.openPeople(at: 0) }
    #expect(harness.router.destinations == post.notification.map { [.people($0)] })
  }
}
