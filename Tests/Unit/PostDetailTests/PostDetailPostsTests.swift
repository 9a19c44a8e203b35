import Domain
import Foundation
import PostCell
import TerminalKit
import TestSupport
import Testing

@testable import PostDetail

@MainActor @Suite struct PostDetailPostsTests {
  @Test func `The thread is in reading order with indented replies`() async {
    let harness = PostDetailHarness(.init(result: .success(.fixture)))
    await harness.open()
    let rows = harness.view.thread?.rows ?? []
    #expect(rows.map(\.indent) == [0, 0, 0, 2, 4, 8])
    #expect(rows.map(\.canBeOpened) == [false, true, false, true, true, false])
    #expect(rows.map { $0.post?.details != nil } == [false, false, true, false, false, false])
    #expect(rows[0].content == .unavailable("The post that this one replies to is not in this source.", id: "0"))
    #expect(rows[5].content == .unavailable("A reply to a reply was deleted.", id: nil))
    #expect(Set(rows.map(\.id)).count == 6)
    #expect(harness.view.thread?.footer == "")
  }

  @Test func `A reply is marked only if its parent is not directly above`() async {
    let answers = [PostThread.Reply(entry: .post(.fixture(id: "2", replyTo: "1")), depth: 0)]
    let harness = PostDetailHarness(.init(result: .success(PostThread(post: .fixture(replyTo: "0"), replies: answers))))
    await harness.open()
    #expect(harness.view.thread?.rows.map { $0.post?.remarks ?? [] } == [["↩ in reply to another post"], []])
  }

  @Test func `A reply names its parent's author if the parent is neither the post nor the row above`() async {
    func reply(_ id: String, _ name: String, to: String, depth: Int) -> PostThread.Reply {
      .init(entry: .post(.fixture(id: id, author: .fixture(name: name), replyTo: to)), depth: depth)
    }
    let thread = PostThread(
      post: .fixture(),
      replies: [
        reply("2", "Grace Hopper", to: "1", depth: 0), reply("3", "Mary", to: "2", depth: 1),
        reply("4", "Alan", to: "2", depth: 1), reply("5", "Joan", to: "1", depth: 0),
        reply("6", "Jean", to: "gone", depth: 1),
      ])
    let harness = PostDetailHarness(.init(result: .success(thread)))
    await harness.open()
    let remarks = harness.view.thread?.rows.map { $0.post?.remarks ?? [] }
    #expect(remarks == [[], [], [], ["↩ @grace"], [], []])
  }

  @Test func `Revealing a warning changes only its row`() async {
    let harness = PostDetailHarness(.init(result: .success(.fixture)))
    await harness.open()
    var expected = harness.view.thread?.rows ?? []
    harness.presenter.toggleWarning(at: 1)
    let rows = harness.view.thread?.rows ?? []
    #expect(rows[1] != expected[1])
    expected[1] = rows[1]
    #expect(rows == expected)
  }

  @Test func `A warning revealed on another screen is revealed here, too`() async throws {
    let harness = PostDetailHarness(.init(result: .success(.fixture)))
    await harness.open()
    let post = try #require(harness.presenter.thread?.post(at: 2))
    harness.presenter.toggleWarning(at: 2)
    harness.presenter.session.revealed.toggle(post)
    #expect(harness.view.thread?.rows[2].post?.isFolded == true)
    harness.presenter.toggleWarning(at: 2)
    #expect(harness.view.thread?.rows[2].post?.isFolded == false)
  }

  @Test func `New settings update keys and times of all rows, and revealed warnings stay revealed`() async {
    let harness = PostDetailHarness(.init(result: .success(.fixture)))
    await harness.open()
    harness.presenter.toggleWarning(at: 1)
    harness.presenter.didSelectRow(at: 3)
    let before = harness.view.thread
    harness.keymap.value = Keymap(custom: [PostCommands.toggleWarning.id: ["W"]])
    harness.time.value = .dates
    harness.presenter.settingsDidChange()
    let posts = (harness.view.thread?.rows ?? []).compactMap(\.post)
    #expect(posts.count == (before?.rows ?? []).compactMap(\.post).count && !posts.isEmpty)
    #expect(posts.allSatisfy { $0.keys.reveal == "W to reveal" })
    #expect(posts.allSatisfy { $0.age.isEmpty || $0.age.contains("-") } && posts.contains { !$0.age.isEmpty })
    #expect(harness.view.thread?.selection == 3)
    #expect(harness.view.thread?.rows.map { $0.post?.isRevealed } == before?.rows.map { $0.post?.isRevealed })
  }

  @Test(arguments: [(false, "No replies yet."), (true, "No replies yet. r writes one.")])
  func `Without replies the footer says so`(canWrite: Bool, footer: String) async {
    let harness = PostDetailHarness(.init(result: .success(PostThread(post: .fixture(author: nil)))))
    harness.canWrite = canWrite
    await harness.open()
    #expect(harness.view.thread?.footer == footer)
    #expect(harness.view.header.title == "Thread")
  }

  @Test func `Other posts open, the post itself and placeholders do not`() async {
    let harness = PostDetailHarness(.init(result: .success(.fixture)))
    await harness.open()
    for index in [-1, 0, 1, 2, 3, 4, 5, 6] { harness.presenter.openPost(at: index) }
    #expect(harness.opened == ["2", "3", "4"].map(PostID.init))
  }

  @Test(arguments: [1, 2]) func `A warning can be revealed and folded`(index: Int) async {
    let harness = PostDetailHarness(.init(result: .success(.fixture)))
    await harness.open()
    var isFolded: Bool? { harness.view.thread?.rows[index].post?.isFolded }
    #expect(isFolded == true)
    harness.presenter.toggleWarning(at: index)
    #expect(isFolded == false)
    harness.presenter.reload()
    await harness.settle()
    #expect(isFolded == false)
    harness.presenter.toggleWarning(at: index)
    #expect(isFolded == true)
  }

  @Test func `The selected post stays selected when posts are inserted above it`() async {
    var later = PostThread.fixture
    later.replies.insert(.init(entry: .post(.fixture(id: "9")), depth: 0), at: 0)
    let harness = PostDetailHarness(.init(result: .success(.fixture)), .init(result: .success(later)))
    await harness.open()
    harness.presenter.didSelectRow(at: 4)
    #expect(harness.view.status == "5 of 6")
    harness.presenter.reload()
    await harness.settle()
    #expect(harness.view.thread?.selection == 5)
    #expect(harness.view.status == "6 of 7 · 1 new")
  }

  @Test func `If the selected post disappears, the opened post is selected`() async {
    let harness = PostDetailHarness(
      .init(result: .success(.fixture)), .init(result: .success(PostThread(post: .fixture()))))
    await harness.open()
    harness.presenter.didSelectRow(at: 3)
    harness.presenter.reload()
    await harness.settle()
    #expect(harness.view.thread?.selection == 0)
  }

  @Test func `Links open in the browser and are copied`() async {
    let harness = PostDetailHarness(.init(result: .success(.fixture)))
    await harness.open()
    harness.presenter.openAddress(at: 4)
    harness.presenter.openLink("https://timeline.example/compiler")
    #expect(harness.opener.opened == ["https://timeline.example/4", "https://timeline.example/compiler"])
    harness.presenter.copyAddress(at: 4)
    harness.presenter.copyText(at: 3)
    #expect(harness.clipboard.copied == ["https://timeline.example/4", "Well done."])
    #expect(harness.view.notice?.isFailure == false)
  }

  @Test func `A post without an address shows a notice`() async {
    let harness = PostDetailHarness(.init(result: .success(.fixture)))
    await harness.open()
    for action in [harness.presenter.openAddress, harness.presenter.copyAddress] {
      action(3)
      #expect(harness.view.notice?.text == "This post has no link.")
    }
    #expect(harness.opener.opened.isEmpty && harness.clipboard.copied.isEmpty)
  }

  @Test(arguments: [
    ("javascript:alert(1)", "Only http and https links can be opened, not javascript:alert(1)"),
    ("https://a.example", "Can’t open https://a.example: xdg-open is not there"),
  ]) func `An address that cannot be opened shows the reason`(url: String, text: String) async {
    let error = LinkError.noBrowser(url: url, reason: "xdg-open is not there")
    let harness = PostDetailHarness(.init(result: .success(.fixture)), linkError: error)
    await harness.open()
    harness.presenter.openLink(url)
    #expect(harness.view.notice?.text == text)
    #expect(harness.view.notice?.isFailure == true)
  }

  @Test func `Ages are updated once per minute`() async {
    let harness = PostDetailHarness(.init(result: .success(.fixture)))
    await harness.open()
    harness.clock.advance(to: .noon.addingTimeInterval(120))
    harness.presenter.didSelectRow(at: 3)
    #expect(harness.view.thread?.rows[3].post?.age == "2m")
    #expect(harness.view.thread?.selection == 3)
  }
}
