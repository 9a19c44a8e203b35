import Domain
import Foundation
import TestSupport
import Testing
import TimelineCore

@testable import Timeline

@MainActor @Suite struct UnreadTests {
  private let session = MemorySessionRepository()
  private let account = Account.fixture()

  private func returned(after count: Int, to posts: [Post] = Post.fixtures(count: 500)) async -> TimelineHarness {
    await .returned(after: count, to: posts, session)
  }

  private var mark: ReadMark? { session.load().accounts[account.id]?.marks[.home] }

  @Test func `A timeline shown for the first time has nothing unread`() async {
    let harness = await TimelineHarness([(.home, Post.fixtures(count: 500)), (.mentions, [])], session: session).load()
    #expect(harness.view.status == "1 of 500 · all caught up")
    #expect(harness.view.unread.isEmpty)
    #expect(!harness.view.header.hasUnread)
    #expect(harness.repository.requests.count == 1)
    #expect(mark?.newest.key == PostKey(id: PostID("1")))
  }

  @Test func `New posts are unread, counted in tab and status, and above the selection`() async {
    let harness = await returned(after: 3)
    #expect(harness.view.selectedText == "Post 1")
    #expect(harness.view.unread == ["New 1", "New 2", "New 3"])
    #expect(harness.view.status == "4 of 503 · 3 new above")
    #expect(harness.view.header.tabs.map(\.unreadCount) == [3, 0])
    #expect(harness.view.header.hasUnread)
  }

  @Test func `A timeline left far down is read to the stored mark`() async {
    let place = EntryPosition(key: PostKey(id: PostID("300")), date: .noon.minutesAgo(299))
    try? session.update { $0.accounts[account.id] = AccountState(positions: [.home: place]) }
    let harness = await TimelineHarness([(.home, Post.fixtures(count: 500))], session: session).load()
    #expect(harness.view.selectedText == "Post 300")
    #expect(harness.view.unread.isEmpty && harness.view.status == "300 of 500")
    await harness.after { $0.viewWillDisappear() }
    #expect(mark?.newest.key == PostKey(id: PostID("1")))
  }

  @Test func `Scrolling marks all passed posts read, a jump only its target`() async {
    let harness = await returned(after: 6)
    await harness.select(3)
    #expect(harness.view.unread == ["New 1", "New 2", "New 3"])
    await harness.after { $0.showNewest() }
    #expect(harness.view.unread == ["New 2", "New 3"])
    #expect(harness.view.status == "1 of 506 · 2 unread")
    #expect(harness.view.header.tabs[0].unreadCount == 2)
    await harness.after { $0.showOldest() }
    await harness.after { $0.showNewest() }
    #expect(harness.view.unread == ["New 2", "New 3"])
  }

  @Test func `The mark moves up to the first unread post`() async {
    let harness = await returned(after: 6)
    await harness.select(4)
    await harness.after { $0.showNewest() }
    await harness.after { $0.viewWillDisappear() }
    #expect(mark?.newest.key == PostKey(id: PostID("n5")))
    #expect(mark?.others == [PostKey(id: PostID("n1"))])
    await harness.select(4)
    await harness.after { $0.viewWillDisappear() }
    #expect(
      mark == ReadMark(newest: EntryPosition(key: PostKey(id: PostID("n1")), date: .noon.addingTimeInterval(360))))
    #expect(harness.view.status == "5 of 506")
    #expect(!harness.view.header.hasUnread)
  }

  @Test func `Read posts stay read after a restart`() async {
    let harness = await returned(after: 6)
    await harness.after { $0.showNewest() }
    await harness.after { $0.viewWillDisappear() }
    let next = await TimelineHarness([(.home, Post.new(6) + Post.fixtures(count: 500))], session: session).load()
    #expect(next.view.selectedText == "New 1")
    #expect(next.view.status == "1 of 506 · 5 unread")
  }

  @Test func `The next unread post is the oldest above the selection, then the oldest of all`() async {
    let harness = await returned(after: 3)
    await harness.select(30)
    for name in ["New 3", "New 2", "New 1"] {
      await harness.after { $0.showNextUnread() }
      #expect(harness.view.selectedText == name)
    }
    #expect(harness.view.notice == nil)
    await harness.after { $0.showNextUnread() }
    #expect(harness.view.notice?.text == "No unread posts in Home.")
  }

  @Test func `From above all unread posts the next one is the oldest`() async {
    let harness = await returned(after: 4)
    await harness.after { $0.showNewest() }
    await harness.after { $0.showNextUnread() }
    #expect(harness.view.selectedText == "New 4")
  }

  @Test func `Unread posts that are not loaded are counted and found with few requests`() async {
    let harness = await returned(after: 2_000)
    #expect(harness.view.status == "2,001 of 2,500 · 80 % · 2,000 new above")
    #expect(harness.view.header.tabs[0].unreadCount == 2_000)
    await harness.after { $0.showNewest() }
    #expect(harness.view.status == "1 of 2,500 · 0 % · 1,999 unread")
    await harness.after { $0.showNextUnread() }
    #expect(harness.view.selectedText == "New 2000")
    await harness.after { $0.showOldest() }
    await harness.after { $0.showNextUnread() }
    #expect(harness.view.selectedText == "New 1999")
    #expect(harness.view.status == "1,999 of 2,500 · 79 % · 1,997 new above")
    #expect(harness.repository.requests.count < 20)
    #expect(harness.repository.requests.allSatisfy { $0.limit <= PageRequest.maxLoaded })
  }

  @Test(arguments: [3, 2_000]) func `All posts are marked read at once, with their number`(count: Int) async {
    let harness = await returned(after: count)
    await harness.after { $0.markAllRead() }
    let said = (count == 3 ? "3" : "2,000") + " posts marked read · U undo"
    #expect(harness.view.notice?.text == said)
    #expect(harness.view.unread.isEmpty)
    #expect(!harness.view.status.contains("unread"))
    #expect(harness.view.selectedText == "Post 1")
    await harness.after { $0.viewWillDisappear() }
    #expect(mark?.newest.key == PostKey(id: PostID("n1")))
  }

  @Test func `Hidden tabs are counted once, after the first page`() async {
    _ = await returned(after: 0)
    let harness = TimelineHarness(
      [(.home, Post.fixtures(count: 9)), (.mentions, Post.new(2) + Post.fixtures(count: 500))], session: session)
    harness.repository.setPageResponses(.init(after: 5))
    await harness.load()
    await harness.advance(1)
    #expect(harness.repository.requests.count == 1)
    await harness.advance(9)
    #expect(harness.view.header.tabs.map(\.unreadCount) == [0, 2])
    let asked = harness.repository.requests.count
    await harness.select(3)
    await harness.after { $0.showNextTimeline() }
    #expect(harness.view.unread == ["New 1", "New 2"])
    await harness.after { $0.showPreviousTimeline() }
    #expect(harness.repository.requests.count == asked + 1)
    await harness.after { $0.refresh() }
    #expect(harness.view.header.tabs.map(\.unreadCount) == [0, 2])
  }

  @Test func `New posts of another timeline are there when it is shown`() async {
    let harness = await returned(after: 0)
    await harness.after { $0.showNextTimeline() }
    await harness.select(2)
    await harness.after { $0.showPreviousTimeline() }
    harness.repository.setTimelines([
      (.home, Post.fixtures(count: 500)), (.mentions, Post.new(2) + Post.fixtures(count: 500)),
    ])
    await harness.after { $0.refresh() }
    #expect(harness.view.header.tabs.map(\.unreadCount) == [0, 2])
    await harness.after { $0.showNextTimeline() }
    #expect(harness.view.unread == ["New 1", "New 2"])
    #expect(harness.view.status == "5 of 502 · 2 new above")
    #expect(harness.view.selectedText == "Post 3")
    await harness.after { $0.showNextUnread() }
    #expect(harness.view.selectedText == "New 2")
  }

  @Test func `Posts read during counting are not counted`() async {
    _ = await returned(after: 0)
    let harness = TimelineHarness([(.home, Post.new(2_000) + Post.fixtures(count: 500))], session: session)
    harness.repository.setPageResponses(.init(), .init(after: 3), .init(after: 3))
    await harness.load()
    await harness.select(20)
    await harness.after { $0.showNewest() }
    await harness.advance(30)
    #expect(harness.view.header.tabs[0].unreadCount == 2_000 - (mark?.others.count ?? 0) - 11)
  }

  @Test func `A failed count hides no post`() async {
    _ = await returned(after: 0)
    let harness = TimelineHarness([(.home, Post.new(2_000) + Post.fixtures(count: 500))], session: session)
    harness.repository.setPageResponses(.init(), .init(.offline(host: "t.example")))
    await harness.load()
    #expect(harness.view.selectedText == "Post 1")
    #expect(harness.view.notice == nil && harness.view.status == "2,001 of 2,500 · 80 %")
    #expect(!harness.view.unread.isEmpty)
    await harness.after { $0.refresh() }
    #expect(harness.view.status == "2,001 of 2,500 · 80 % · 2,000 new above")
  }

  @Test func `A source without offsets marks loaded posts`() async {
    _ = await returned(after: 0)
    let posts = Post.new(200) + Post.fixtures(count: 500)
    let harness = await TimelineHarness([(.home, posts)], hasTotals: false, session: session).load()
    #expect(harness.view.unread.last == "New 200")
    #expect(harness.view.header.tabs[0].unreadCount == 0)
    #expect(harness.view.header.hasUnread)
    let count = harness.view.unread.count
    await harness.after { $0.showNextUnread() }
    #expect(harness.view.selectedText == "New 200")
    #expect(harness.view.unread.count == count - 1)
  }

  @Test func `If the newest read post is gone, the count is right`() async {
    let harness = await returned(after: 3)
    await harness.select(20)
    harness.repository.setPosts(Post.new(3) + Post.fixtures(count: 500).dropFirst(), of: .home)
    await harness.after { $0.refresh() }
    #expect(harness.view.unread == ["New 1", "New 2", "New 3"])
    #expect(harness.view.status == "20 of 502 · 3 new above")
  }
}
