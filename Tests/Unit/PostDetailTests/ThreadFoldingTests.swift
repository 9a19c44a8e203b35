import Domain
import TerminalKit
import TestSupport
import Testing

@testable import PostDetail

/// Branches of a thread that are folded.
@MainActor @Suite struct ThreadFoldingTests {
  private func reply(_ id: String, to parent: String, _ depth: Int) -> PostThread.Reply {
    .init(entry: .post(.fixture(id: id, text: "Post \(id)", replyTo: parent)), depth: depth)
  }

  /// The post "1" with the branches "2" (3, 4, 5) and "6" (7), and the reply "8".
  private var thread: PostThread {
    PostThread(
      post: .fixture(text: "Post 1"),
      replies: [
        reply("2", to: "1", 0), reply("3", to: "2", 1), reply("4", to: "3", 2), reply("5", to: "2", 1),
        reply("6", to: "1", 0), reply("7", to: "6", 1), reply("8", to: "1", 0),
      ])
  }

  private func open(_ thread: PostThread? = nil) async -> PostDetailHarness {
    await .opened(thread ?? self.thread)
  }

  private func select(_ row: Int, _ harness: PostDetailHarness) { harness.presenter.didSelectRow(at: row) }

  @Test func `A branch folds into one row that counts its replies, and unfolds`() async {
    let harness = await open()
    select(1, harness)
    #expect(harness.presenter.actions(at: 1).fold == .fold)
    harness.presenter.toggleFold(at: 1)
    #expect(harness.ids == ["1", "2", "6", "7", "8"])
    #expect(harness.view.thread?.rows[1].fold?.count == 3)
    #expect(harness.presenter.selection == 1 && harness.view.status == "2 of 5")
    #expect(harness.presenter.actions(at: 1).fold == .unfold)
    harness.presenter.toggleFold(at: 1)
    #expect(harness.ids.count == 8 && harness.view.thread?.rows[1].fold == nil)
  }

  @Test func `Rows say how many posts a long thread leaves out`() async {
    var thread = thread
    thread.ancestors = [.post(.fixture(id: "0", text: "Post 0"))]
    thread.omitted = .init(ancestors: 1, replies: 7_000)
    let harness = await open(thread)
    let rows = harness.view.thread?.rows.map(\.content) ?? []
    let hint = "v opens a post in the browser"
    #expect(rows.first == .unavailable("1 earlier post is not shown · \(hint)", id: nil))
    #expect(rows.last == .unavailable("7,000 more replies are not shown · \(hint)", id: nil))
    #expect(harness.ids == ["-", "0", "1", "2", "3", "4", "5", "6", "7", "8", "-"])
    #expect(harness.presenter.selection == 2)
    #expect(harness.view.status == "2 of 9")
    select(10, harness)
    #expect(harness.view.status == "9 posts")
    // Neither is a post, and both outlive a change of the thread.
    #expect(harness.presenter.thread?.conversation.omitted == thread.omitted)
    #expect(harness.presenter.thread?.conversation.replies.count == 7)
  }

  @Test func `In a reply without replies the key folds the branch that it is in`() async {
    let harness = await open()
    select(3, harness)
    harness.presenter.toggleFold(at: 3)
    #expect(harness.ids == ["1", "2", "3", "5", "6", "7", "8"])
    #expect(harness.presenter.selection == 2)
    // The last direct reply is in no branch.
    #expect(harness.presenter.actions(at: 6).fold == nil)
    harness.presenter.toggleFold(at: 6)
    #expect(harness.ids.count == 7)
  }

  @Test func `In the opened post the key folds and unfolds all branches`() async {
    let harness = await open()
    #expect(harness.presenter.actions(at: 0).fold == .foldAll)
    harness.presenter.toggleFold(at: 0)
    #expect(harness.ids == ["1", "2", "6", "8"])
    #expect(harness.presenter.actions(at: 0).fold == .unfoldAll)
    harness.presenter.toggleFold(at: 0)
    #expect(harness.ids.count == 8)
  }

  @Test func `Branches stay folded when the thread is reloaded, and the selection stays`() async {
    let harness = await open()
    harness.presenter.toggleFold(at: 1)
    select(3, harness)
    harness.presenter.reload()
    await harness.settle()
    #expect(harness.ids == ["1", "2", "6", "7", "8"] && harness.presenter.selection == 3)
  }

  @Test func `The user’s own reply unfolds its branch, and the selection stays`() async {
    let harness = await open()
    harness.presenter.toggleFold(at: 1)
    select(4, harness)
    harness.cache.add(.fixture(id: "9", replyTo: "4"), by: .published)
    #expect(harness.ids == ["1", "2", "3", "4", "9", "5", "6", "7", "8"])
    #expect(harness.presenter.selection == 8)
  }

  @Test func `A deleted reply keeps its folded branch`() async {
    let harness = await open()
    harness.presenter.toggleFold(at: 1)
    harness.cache.delete(.fixture("3"))
    harness.cache.delete(.fixture("2"))
    #expect(harness.ids == ["1", "-", "6", "7", "8"])
    harness.presenter.toggleFold(at: 1)
    #expect(harness.ids == ["1", "-", "-", "4", "5", "6", "7", "8"])
  }

  @Test func `A click on the line for folded replies shows them`() async throws {
    UTF8Locale.set()
    let harness = PostDetailHarness(.init(result: .success(thread)))
    let navigator = Navigator()
    navigator.setRoot(
      PostDetailAssembly.make(
        of: harness.subject, threads: harness.threads, services: harness.services, session: harness.session,
        router: harness.router))
    await harness.settle()
    navigator.handle(.character("Z"))
    let size = Size(width: 60, height: 30)
    let lines = navigator.draw(size: size).lines
    #expect(lines.contains("   │ … 3 replies folded · Z to show") && !lines.contains { $0.hasSuffix("Post 4") })
    let row = try #require(lines.firstIndex { $0.contains("1 reply folded") })
    navigator.handle(.mouse(MouseEvent(.press(.left), at: Point(row: row, column: 8))))
    let after = navigator.draw(size: size).lines
    #expect(after.contains { $0.hasSuffix("Post 7") } && !after.contains { $0.hasSuffix("Post 4") })
  }

  @Test func `Replies deep in a long thread fold fast`() async {
    let replies = (2..<3_000).map { reply("\($0)", to: "\($0 - 1)", $0 - 2) }
    let harness = await open(PostThread(post: .fixture(text: "Post 1"), replies: replies))
    select(2_900, harness)
    harness.presenter.toggleFold(at: 2_900)
    #expect(harness.ids.count == 2_901)
    harness.presenter.toggleFold(at: 0)
    #expect(harness.ids.count == 2)
  }
}
