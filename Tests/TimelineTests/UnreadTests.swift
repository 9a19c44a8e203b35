import Domain
import Foundation
import TestSupport
import Testing
import TimelineCore

@testable import Timeline

@MainActor @Suite struct UnreadTests {
  private let session = MemorySessionRepository()
  private let account = Account.fixture()

  /// A timeline was read at its newest post, and then so many came.
  private func returned(after count: Int, to posts: [Post] = Post.fixtures(count: 500)) async -> TimelineHarness {
    let first = await TimelineHarness([(.home, posts), (.mentions, posts)], session: session).load()
    await first.after { $0.showNextTimeline() }
    await first.after { $0.showPreviousTimeline() }
    await first.after { $0.viewWillDisappear() }
    return await TimelineHarness([(.home, new(count) + posts), (.mentions, posts)], session: session).load()
  }

  /// New posts "New 1" (the newest), "New 2", …
  private func new(_ count: Int) -> [Post] {
    (0..<count).map { index in
      .fixture(
        id: "n\(index + 1)", createdAt: .noon.addingTimeInterval(60 * Double(count - index)), text: "New \(index + 1)")
    }
  }

  private var mark: ReadMark? { session.load().accounts[account.id]?.marks[.home] }

  @Test func `The first time a timeline is shown nothing of it is unread`() async {
    let stage = await TimelineHarness([(.home, Post.fixtures(count: 500)), (.mentions, [])], session: session).load()
    #expect(stage.view.status == "1 of 500")
    #expect(stage.view.unread.isEmpty)
    #expect(!stage.view.header.hasUnread)
    #expect(stage.repository.requests.count == 1)
    #expect(mark?.newest.key == PostKey(id: PostID("1")))
  }

  @Test func `What has come since is unread, counted in tab and status, and stands above the place`() async {
    let stage = await returned(after: 3)
    #expect(stage.view.selectedText == "Post 1")
    #expect(stage.view.unread == ["New 1", "New 2", "New 3"])
    #expect(stage.view.status == "4 of 503 · 3 unread")
    #expect(stage.view.header.tabs.map(\.unreadCount) == [3, 0])
    #expect(stage.view.header.hasUnread)
  }

  @Test func `A timeline that was left far down is marked as read where it is remembered`() async {
    let place = Place(key: PostKey(id: PostID("300")), date: .noon.minutesAgo(299))
    try? session.update { $0.accounts[account.id] = AccountMemory(places: [.home: place]) }
    let stage = await TimelineHarness([(.home, Post.fixtures(count: 500))], session: session).load()
    #expect(stage.view.selectedText == "Post 300")
    #expect(stage.view.unread.isEmpty && stage.view.status == "300 of 500")
    await stage.after { $0.viewWillDisappear() }
    #expect(mark?.newest.key == PostKey(id: PostID("1")))
  }

  @Test func `Passing posts by reads all between, a jump only the one that it leads to`() async {
    let stage = await returned(after: 6)
    await stage.select(3)
    #expect(stage.view.unread == ["New 1", "New 2", "New 3"])
    await stage.after { $0.showNewest() }
    #expect(stage.view.unread == ["New 2", "New 3"])
    #expect(stage.view.status == "1 of 506 · 2 unread")
    #expect(stage.view.header.tabs[0].unreadCount == 2)
    await stage.after { $0.showOldest() }
    await stage.after { $0.showNewest() }
    #expect(stage.view.unread == ["New 2", "New 3"])
  }

  @Test func `The mark rises over what has been read without a gap, and keeps the rest`() async {
    let stage = await returned(after: 6)
    await stage.select(4)
    await stage.after { $0.showNewest() }
    await stage.after { $0.viewWillDisappear() }
    #expect(mark?.newest.key == PostKey(id: PostID("n5")))
    #expect(mark?.others == [PostKey(id: PostID("n1"))])
    await stage.select(4)
    await stage.after { $0.viewWillDisappear() }
    #expect(mark == ReadMark(newest: Place(key: PostKey(id: PostID("n1")), date: .noon.addingTimeInterval(360))))
    #expect(stage.view.status == "5 of 506")
    #expect(!stage.view.header.hasUnread)
  }

  @Test func `What was read stays so at the next start`() async {
    let stage = await returned(after: 6)
    await stage.after { $0.showNewest() }
    await stage.after { $0.viewWillDisappear() }
    let next = await TimelineHarness([(.home, new(6) + Post.fixtures(count: 500))], session: session).load()
    #expect(next.view.selectedText == "New 1")
    #expect(next.view.status == "1 of 506 · 5 unread")
  }

  @Test func `The next unread is the oldest above the selection, then the oldest of all`() async {
    let stage = await returned(after: 3)
    await stage.select(30)
    for name in ["New 3", "New 2", "New 1"] {
      await stage.after { $0.showNextUnread() }
      #expect(stage.view.selectedText == name)
    }
    #expect(stage.view.notice == nil)
    await stage.after { $0.showNextUnread() }
    #expect(stage.view.notice?.text == "Nothing is unread in Home.")
  }

  @Test func `From above what is unread the next one is the oldest of all`() async {
    let stage = await returned(after: 4)
    await stage.after { $0.showNewest() }
    await stage.after { $0.showNextUnread() }
    #expect(stage.view.selectedText == "New 4")
  }

  @Test func `Unread posts that are not held are counted and found, by few questions`() async {
    let stage = await returned(after: 2_000)
    #expect(stage.view.status == "2,001 of 2,500 · 80 % · 2,000 unread")
    #expect(stage.view.header.tabs[0].unreadCount == 2_000)
    await stage.after { $0.showNewest() }
    #expect(stage.view.status == "1 of 2,500 · 0 % · 1,999 unread")
    await stage.after { $0.showNextUnread() }
    #expect(stage.view.selectedText == "New 2000")
    await stage.after { $0.showOldest() }
    await stage.after { $0.showNextUnread() }
    #expect(stage.view.selectedText == "New 1999")
    #expect(stage.view.status == "1,999 of 2,500 · 79 % · 1,997 unread")
    #expect(stage.repository.requests.count < 20)
    #expect(stage.repository.requests.allSatisfy { $0.limit <= PageRequest.maxHeld })
  }

  @Test(arguments: [3, 2_000]) func `All is marked read at once, and how many that were is said`(count: Int) async {
    let stage = await returned(after: count)
    await stage.after { $0.markAllRead() }
    let said = (count == 3 ? "3" : "2,000") + " posts marked read. U takes it back."
    #expect(stage.view.notice?.text == said)
    #expect(stage.view.unread.isEmpty)
    #expect(!stage.view.status.contains("unread"))
    #expect(stage.view.selectedText == "Post 1")
    await stage.after { $0.viewWillDisappear() }
    #expect(mark?.newest.key == PostKey(id: PostID("n1")))
  }

  @Test func `Tabs that are not shown are counted too, once, and after the first page`() async {
    _ = await returned(after: 0)
    let stage = TimelineHarness(
      [(.home, Post.fixtures(count: 9)), (.mentions, new(2) + Post.fixtures(count: 500))], session: session)
    stage.repository.answerPages(.init(after: 5))
    await stage.load()
    await stage.advance(1)
    #expect(stage.repository.requests.count == 1)
    await stage.advance(9)
    #expect(stage.view.header.tabs.map(\.unreadCount) == [0, 2])
    let asked = stage.repository.requests.count
    await stage.select(3)
    await stage.after { $0.showNextTimeline() }
    #expect(stage.view.unread == ["New 1", "New 2"])
    await stage.after { $0.showPreviousTimeline() }
    #expect(stage.repository.requests.count == asked + 1)
    await stage.after { $0.refresh() }
    #expect(stage.view.header.tabs.map(\.unreadCount) == [0, 2])
  }

  @Test func `What a refresh of one timeline has brought into another is there when that one is shown`() async {
    let stage = await returned(after: 0)
    await stage.after { $0.showNextTimeline() }
    await stage.select(2)
    await stage.after { $0.showPreviousTimeline() }
    stage.repository.setTimelines([
      (.home, Post.fixtures(count: 500)), (.mentions, new(2) + Post.fixtures(count: 500)),
    ])
    await stage.after { $0.refresh() }
    #expect(stage.view.header.tabs.map(\.unreadCount) == [0, 2])
    await stage.after { $0.showNextTimeline() }
    #expect(stage.view.unread == ["New 1", "New 2"])
    #expect(stage.view.status == "5 of 502 · 2 unread")
    #expect(stage.view.selectedText == "Post 3")
    await stage.after { $0.showNextUnread() }
    #expect(stage.view.selectedText == "New 2")
  }

  @Test func `What is read while it is counted is not counted`() async {
    _ = await returned(after: 0)
    let stage = TimelineHarness([(.home, new(2_000) + Post.fixtures(count: 500))], session: session)
    stage.repository.answerPages(.init(), .init(after: 3), .init(after: 3))
    await stage.load()
    await stage.select(20)
    await stage.after { $0.showNewest() }
    await stage.advance(30)
    #expect(stage.view.header.tabs[0].unreadCount == 2_000 - (mark?.others.count ?? 0) - 11)
  }

  @Test func `That it cannot be counted hides no post`() async {
    _ = await returned(after: 0)
    let stage = TimelineHarness([(.home, new(2_000) + Post.fixtures(count: 500))], session: session)
    stage.repository.answerPages(.init(), .init(.offline(host: "t.example")))
    await stage.load()
    #expect(stage.view.selectedText == "Post 1")
    #expect(stage.view.notice == nil && stage.view.status == "2,001 of 2,500 · 80 %")
    #expect(!stage.view.unread.isEmpty)
    await stage.after { $0.refresh() }
    #expect(stage.view.status == "2,001 of 2,500 · 80 % · 2,000 unread")
  }

  @Test func `A source that does not say where its pages stand marks what is held`() async {
    _ = await returned(after: 0)
    let posts = new(200) + Post.fixtures(count: 500)
    let stage = await TimelineHarness([(.home, posts)], saysTotals: false, session: session).load()
    #expect(stage.view.unread.last == "New 200")
    #expect(stage.view.header.tabs[0].unreadCount == 0)
    #expect(stage.view.header.hasUnread)
    let count = stage.view.unread.count
    await stage.after { $0.showNextUnread() }
    #expect(stage.view.selectedText == "New 200")
    #expect(stage.view.unread.count == count - 1)
  }

  @Test func `Where the newest post that was read is gone the count is right`() async {
    let stage = await returned(after: 3)
    await stage.select(20)
    stage.repository.setPosts(new(3) + Post.fixtures(count: 500).dropFirst(), of: .home)
    await stage.after { $0.refresh() }
    #expect(stage.view.unread == ["New 1", "New 2", "New 3"])
    #expect(stage.view.status == "20 of 502 · 3 unread")
  }
}
