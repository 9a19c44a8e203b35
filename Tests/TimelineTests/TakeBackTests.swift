import Domain
import Foundation
import TestSupport
import Testing
import TimelineCore

@testable import Timeline

/// What was done, and is taken back.
@MainActor @Suite struct TakeBackTests {
  private let session = MemorySessionRepository()
  private let account = Account.fixture()

  private var mark: ReadMark? { session.load().accounts[account.id]?.marks[.home] }

  private func new(_ count: Int) -> [Post] {
    (0..<count).map { index in
      .fixture(
        id: "n\(index + 1)", createdAt: .noon.addingTimeInterval(60 * Double(count - index)), text: "New \(index + 1)")
    }
  }

  /// A timeline was read at its newest post, and then so many came.
  private func returned(after count: Int) async -> TimelineHarness {
    let posts = Post.fixtures(count: 500)
    let first = await TimelineHarness([(.home, posts), (.mentions, posts)], session: session).load()
    await first.after { $0.viewWillDisappear() }
    return await TimelineHarness([(.home, new(count) + posts), (.mentions, posts)], session: session).load()
  }

  @Test(arguments: [3, 2_000]) func `What was marked read is unread again, as it was`(count: Int) async {
    let stage = await returned(after: count)
    let (status, unread) = (stage.view.status, stage.view.unread)
    #expect(stage.view.header.takenBackNext == nil)
    await stage.after { $0.markAllRead() }
    #expect(stage.view.notice?.text.hasSuffix("posts marked read. U takes it back.") == true)
    #expect(stage.view.header.takenBackNext == "Home marked read")
    await stage.after { $0.takeBack() }
    #expect(stage.view.status == status)
    #expect(stage.view.unread == unread)
    #expect(stage.view.header.takenBackNext == nil)
    if count == 3 { #expect(stage.view.notice?.text == "3 posts of Home are unread again.") }
    await stage.after { $0.takeBack() }
    #expect(stage.view.status == status)
  }

  @Test func `What was stored meanwhile is stored as it was before`() async {
    let stage = await returned(after: 3)
    let before = mark
    await stage.after { $0.markAllRead() }
    await stage.after { $0.viewWillDisappear() }
    #expect(mark != before)
    await stage.after { $0.takeBack() }
    await stage.after { $0.viewWillDisappear() }
    #expect(mark == before)
  }

  @Test func `It can be taken back from another timeline, and the place stays where one is`() async {
    let stage = await returned(after: 3)
    await stage.after { $0.markAllRead() }
    await stage.after { $0.showNextTimeline() }
    await stage.select(4)
    await stage.after { $0.takeBack() }
    #expect(stage.view.header.tabs.map(\.unreadCount) == [3, 0])
    #expect(stage.view.header.selectedTab == 1 && stage.view.selectedText == "Post 5")
  }

  @Test func `What came in since stays unread`() async {
    let stage = await returned(after: 3)
    await stage.after { $0.markAllRead() }
    let posts = new(5) + Post.fixtures(count: 500)
    stage.repository.setPosts(posts, of: .home)
    await stage.after { $0.refresh() }
    await stage.after { $0.takeBack() }
    #expect(stage.view.unread.count == 5)
  }

  @Test func `Of several accounts, what was done last is taken back first`() {
    let (own, other, idle) = (ActionHistory(), ActionHistory(), ActionHistory())
    own.add(.init("first") {})
    other.add(.init("second") {})
    own.add(.init("third") {})
    var names: [String] = []
    for _ in 0..<3 {
      let history = ActionHistory.latest(of: own, [idle, other])
      names += [history.latest].compactMap(\.self)
      history.takeBack()
    }
    #expect(names == ["third", "second", "first"])
    #expect(ActionHistory.latest(of: own, [idle, other]) === own)
  }

  @Test func `The latest is taken back first, and not all is kept`() {
    let history = ActionHistory()
    var undone: [Int] = []
    for number in 1...50 { history.add(.init("\(number)") { undone.append(number) }) }
    #expect(history.latest == "50")
    for _ in 0..<100 { history.takeBack() }
    #expect(undone == Array((31...50).reversed()))
    #expect(history.latest == nil)
  }
}
