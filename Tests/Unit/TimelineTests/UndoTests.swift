import Domain
import Foundation
import TestSupport
import Testing
import TimelineCore

@testable import Timeline

/// Undo of actions.
@MainActor @Suite struct UndoTests {
  private let session = MemorySessionRepository()
  private let account = Account.fixture()

  private var mark: ReadMark? { session.load().accounts[account.id]?.marks[.home] }

  private func returned(after count: Int) async -> TimelineHarness { await .returned(after: count, session) }

  @Test(arguments: [3, 2_000]) func `Undo restores the unread posts`(count: Int) async {
    let harness = await returned(after: count)
    let (status, unread) = (harness.view.status, harness.view.unread)
    #expect(harness.presenter.undoTitle == nil)
    await harness.after { $0.markAllRead() }
    #expect(harness.view.notice?.text.hasSuffix("posts marked read · U undo") == true)
    #expect(harness.presenter.undoTitle == "Home marked read")
    await harness.after { $0.undo() }
    #expect(harness.view.status == status)
    #expect(harness.view.unread == unread)
    #expect(harness.presenter.undoTitle == nil)
    if count == 3 { #expect(harness.view.notice?.text == "3 posts in Home are unread again.") }
    await harness.after { $0.undo() }
    #expect(harness.view.status == status)
  }

  @Test func `Undo also restores what has been stored`() async {
    let harness = await returned(after: 3)
    let before = mark
    await harness.after { $0.markAllRead() }
    await harness.after { $0.viewWillDisappear() }
    #expect(mark != before)
    await harness.after { $0.undo() }
    await harness.after { $0.viewWillDisappear() }
    #expect(mark == before)
  }

  @Test func `Undo works from another timeline and keeps the position`() async {
    let harness = await returned(after: 3)
    await harness.after { $0.markAllRead() }
    await harness.after { $0.showNextTimeline() }
    await harness.select(4)
    await harness.after { $0.undo() }
    #expect(harness.view.header.tabs.map(\.unreadCount) == [3, 0])
    #expect(harness.view.header.selectedTab == 1 && harness.view.selectedText == "Post 5")
  }

  @Test func `Posts that arrived meanwhile stay unread`() async {
    let harness = await returned(after: 3)
    await harness.after { $0.markAllRead() }
    let posts = Post.new(5) + Post.fixtures(count: 500)
    harness.repository.setPosts(posts, of: .home)
    await harness.after { $0.refresh() }
    await harness.after { $0.undo() }
    #expect(harness.view.unread.count == 5)
  }

  @Test func `With several accounts, the newest action is undone first`() {
    let (own, other, idle) = (ActionHistory(), ActionHistory(), ActionHistory())
    own.add(.init("first") {})
    other.add(.init("second") {})
    own.add(.init("third") {})
    var names: [String] = []
    for _ in 0..<3 {
      let history = ActionHistory.latest(of: own, [idle, other])
      names += [history.latest].compactMap(\.self)
      history.undo()
    }
    #expect(names == ["third", "second", "first"])
    #expect(ActionHistory.latest(of: own, [idle, other]) === own)
  }

  @Test func `An action that is undone by its number is undone once, and no other action`() throws {
    let history = ActionHistory()
    var undone: [String] = []
    history.add(.init("like") { undone.append("like") })
    let number = try #require(history.latestNumber)
    history.add(.init("follow") { undone.append("follow") })
    #expect(history.undo(number))
    #expect(!history.undo(number))
    #expect(undone == ["like"])
    #expect(history.latest == "follow")
  }

  @Test func `The newest action is undone first, and old ones are dropped`() {
    let history = ActionHistory()
    var undone: [Int] = []
    for number in 1...50 { history.add(.init("\(number)") { undone.append(number) }) }
    #expect(history.latest == "50")
    for _ in 0..<100 { history.undo() }
    #expect(undone == Array((31...50).reversed()))
    #expect(history.latest == nil)
  }
}
