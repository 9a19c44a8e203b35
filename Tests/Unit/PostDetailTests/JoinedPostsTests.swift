import Domain
import PostCell
import TerminalKit
import TestSupport
import Testing

@testable import PostDetail

/// Posts of one author that are shown as one text.
@MainActor @Suite struct JoinedPostsTests {
  private static let alan = Profile(handle: "alan", name: "Alan Turing")

  private func post(
    _ id: String, to parent: String?, by author: Profile = .fixture(), link: String? = nil, warning: String? = nil
  ) -> Post {
    .fixture(
      id: id, author: author, text: "Part \(id). ", links: link.map { [Link(url: $0)] } ?? [], replyTo: parent,
      warning: warning)
  }

  private func reply(_ post: Post, _ depth: Int) -> PostThread.Reply { .init(entry: .post(post), depth: depth) }

  /// Part 3 of 5 with parts 1 and 2 above, answers by Alan to parts 3 and 4, and an answer to one of these.
  private var thread: PostThread {
    PostThread(
      ancestors: [.post(post("1", to: nil)), .post(post("2", to: "1", link: "https://a.example/2"))],
      post: post("3", to: "2", link: "https://a.example/3"),
      replies: [
        reply(post("4", to: "3"), 0), reply(post("a4", to: "4", by: Self.alan), 1), reply(post("g", to: "a4"), 2),
        reply(post("5", to: "4", link: "https://a.example/5"), 1), reply(post("a3", to: "3", by: Self.alan), 0),
      ])
  }

  private func open(_ thread: PostThread? = nil) async -> PostDetailHarness {
    await .opened(thread ?? self.thread)
  }

  private func text(_ harness: PostDetailHarness, row: Int) -> String {
    harness.view.thread?.rows[row].lines(width: 60).map(\.plain).joined(separator: "\n") ?? ""
  }

  @Test func `The posts of the author become one row at the opened post, the others stay`() async {
    let harness = await open()
    #expect(harness.presenter.actions(at: 2).join == .join(5))
    harness.presenter.toggleJoined(at: 2)
    #expect(harness.ids == ["3", "a4", "g", "a3"])
    #expect(harness.presenter.selection == 0)
    #expect(harness.view.thread?.rows.map(\.indent) == [0, 2, 4, 2])
    #expect(harness.presenter.actions(at: 0).join == .separate)
    harness.presenter.toggleJoined(at: 0)
    #expect(harness.ids == ["1", "2", "3", "4", "a4", "g", "5", "a3"] && harness.presenter.selection == 2)
  }

  @Test func `One heading is above the text, and its links are numbered throughout`() async {
    let harness = await open()
    harness.presenter.toggleJoined(at: 2)
    let text = text(harness, row: 0)
    #expect(text.ranges(of: "@grace").count == 1)
    for number in 1...5 { #expect(text.contains("Part \(number).")) }
    #expect(text.contains("https://a.example/2 [1]") && text.contains("[3] https://a.example/5"))
    #expect(text.contains("5 posts as one text"))
    #expect(harness.view.thread?.rows[0].post?.links.count == 3)
    #expect(harness.presenter.linkedPosts(at: 0).count == 6)
  }

  @Test func `A chain below the opened post is joined where it begins`() async {
    let replies = [
      reply(post("b", to: "1", by: Self.alan), 0), reply(post("c", to: "b", by: Self.alan), 1),
      reply(post("d", to: "c", by: Self.alan), 2), reply(post("e", to: "d"), 3),
    ]
    let harness = await open(PostThread(post: post("1", to: nil), replies: replies))
    #expect(harness.presenter.actions(at: 0).join == nil)
    harness.presenter.didSelectRow(at: 2)
    harness.presenter.toggleJoined(at: 2)
    #expect(harness.ids == ["1", "b", "e"] && harness.presenter.selection == 1)
    #expect(harness.view.thread?.rows[2].indent == 4)
    harness.presenter.openPost(at: 1)
    #expect(harness.opened == [PostID("b")])
  }

  @Test func `The text stays joined when the thread is reloaded, and grows`() async {
    var longer = thread
    longer.replies.insert(reply(post("6", to: "5"), 2), at: 4)
    let harness = PostDetailHarness(.init(result: .success(thread)), .init(result: .success(longer)))
    await harness.open()
    harness.presenter.toggleJoined(at: 2)
    harness.presenter.reload()
    await harness.settle()
    #expect(harness.ids == ["3", "a4", "g", "a3"] && text(harness, row: 0).contains("Part 6."))
  }

  @Test func `Replies in a folded branch stay folded around the text`() async {
    let harness = await open()
    harness.presenter.toggleFold(at: 3)
    #expect(harness.ids == ["1", "2", "3", "4", "a3"])
    harness.presenter.toggleJoined(at: 2)
    #expect(harness.ids == ["3", "a3"] && harness.view.thread?.rows[0].fold?.count == 2)
    harness.presenter.toggleFold(at: 0)
    #expect(harness.ids == ["3", "a4", "g", "a3"])
  }

  @Test func `Warnings hide their part until they are revealed, all at once`() async {
    let thread = PostThread(
      post: post("1", to: nil, warning: "Tea"),
      replies: [
        reply(post("2", to: "1", link: "https://a.example/2", warning: "Coffee"), 0), reply(post("3", to: "2"), 1),
      ])
    let harness = await open(thread)
    harness.presenter.toggleJoined(at: 0)
    #expect(text(harness, row: 0).contains("Warning: Coffee") && text(harness, row: 0).contains("Part 3."))
    #expect(!text(harness, row: 0).contains("Part 2.") && !text(harness, row: 0).contains("[1]"))
    harness.presenter.toggleWarning(at: 0)
    #expect(text(harness, row: 0).contains("Part 1.") && text(harness, row: 0).contains("Part 2."))
    harness.presenter.toggleWarning(at: 0)
    #expect(!text(harness, row: 0).contains("Part 1.") && !text(harness, row: 0).contains("Part 2."))
  }

  @Test func `Posts that reply in a circle are joined once each`() async {
    let thread = PostThread(
      ancestors: [.post(post("2", to: "1"))], post: post("1", to: "2"), replies: [reply(post("3", to: "3"), 0)])
    let harness = await open(thread)
    harness.presenter.toggleJoined(at: 1)
    #expect(harness.ids == ["1", "3"])
  }
}
