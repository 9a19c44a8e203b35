import Domain
import Foundation
import PostCell
import TerminalKit
import TestSupport
import Testing

@testable import PostDetail

@MainActor @Suite struct PostDetailPostsTests {
  @Test func `The thread stands in reading order, answers set in by their depth`() async {
    let bench = PostDetailHarness(.init(result: .success(.fixture)))
    await bench.open()
    let rows = bench.view.thread?.rows ?? []
    #expect(rows.map(\.indent) == [0, 0, 0, 2, 4, 8])
    #expect(rows.map(\.canBeOpened) == [false, true, false, true, true, false])
    #expect(rows.map { $0.post?.details != nil } == [false, false, true, false, false, false])
    #expect(rows[0].content == .unavailable("The post that this one replies to is not in this source.", id: "0"))
    #expect(rows[5].content == .unavailable("A reply to a reply has been deleted.", id: nil))
    #expect(Set(rows.map(\.id)).count == 6)
    #expect(bench.view.thread?.footer == "")
  }

  @Test func `That a post is an answer is said only where what it answers does not stand above it`() async {
    let answers = [PostThread.Reply(entry: .post(.fixture(id: "2", replyTo: "1")), depth: 0)]
    let bench = PostDetailHarness(.init(result: .success(PostThread(post: .fixture(replyTo: "0"), replies: answers))))
    await bench.open()
    #expect(bench.view.thread?.rows.map { $0.post?.remarks ?? [] } == [["↩ in reply to another post"], []])
  }

  @Test func `Whom an answer answers is said where neither the place above it nor the post itself tells`() async {
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
    let bench = PostDetailHarness(.init(result: .success(thread)))
    await bench.open()
    let remarks = bench.view.thread?.rows.map { $0.post?.remarks ?? [] }
    #expect(remarks == [[], [], [], ["↩ @grace"], [], []])
  }

  @Test func `One row is made anew where one warning is revealed`() async {
    let bench = PostDetailHarness(.init(result: .success(.fixture)))
    await bench.open()
    var expected = bench.view.thread?.rows ?? []
    bench.presenter.toggleWarning(at: 1)
    let rows = bench.view.thread?.rows ?? []
    #expect(rows[1] != expected[1])
    expected[1] = rows[1]
    #expect(rows == expected)
  }

  @Test func `What another screen reveals or folds is so here, too`() async throws {
    let bench = PostDetailHarness(.init(result: .success(.fixture)))
    await bench.open()
    let post = try #require(bench.presenter.thread?.post(at: 2))
    bench.presenter.toggleWarning(at: 2)
    bench.presenter.dependencies.revealed.toggle(post)
    #expect(bench.view.thread?.rows[2].post?.isFolded == true)
    bench.presenter.toggleWarning(at: 2)
    #expect(bench.view.thread?.rows[2].post?.isFolded == false)
  }

  @Test func `When the settings change, all rows name the keys and times of now, and what was revealed stays so`() async
  {
    let bench = PostDetailHarness(.init(result: .success(.fixture)))
    await bench.open()
    bench.presenter.toggleWarning(at: 1)
    bench.presenter.didSelectRow(at: 3)
    let before = bench.view.thread
    bench.keymap.value = Keymap(own: [PostCommands.toggleWarning.id: ["W"]])
    bench.time.value = .dates
    bench.presenter.settingsDidChange()
    let posts = (bench.view.thread?.rows ?? []).compactMap(\.post)
    #expect(posts.count == (before?.rows ?? []).compactMap(\.post).count && !posts.isEmpty)
    #expect(posts.allSatisfy { $0.keys.reveal == "W to reveal" })
    #expect(posts.allSatisfy { $0.age.isEmpty || $0.age.contains("-") } && posts.contains { !$0.age.isEmpty })
    #expect(bench.view.thread?.selection == 3)
    #expect(bench.view.thread?.rows.map { $0.post?.isRevealed } == before?.rows.map { $0.post?.isRevealed })
  }

  @Test func `Where nobody has answered, the screen says so`() async {
    let bench = PostDetailHarness(.init(result: .success(PostThread(post: .fixture(author: nil)))))
    await bench.open()
    #expect(bench.view.thread?.footer == "No replies in this source.")
    #expect(bench.view.header?.title == "Thread")
  }

  @Test func `Another post opens, the post itself and a place without one do not`() async {
    let bench = PostDetailHarness(.init(result: .success(.fixture)))
    await bench.open()
    for index in [-1, 0, 1, 2, 3, 4, 5, 6] { bench.presenter.openPost(at: index) }
    #expect(bench.opened == ["2", "3", "4"].map(PostID.init))
  }

  @Test(arguments: [1, 2]) func `A warning is folded until it is revealed, and again`(index: Int) async {
    let bench = PostDetailHarness(.init(result: .success(.fixture)))
    await bench.open()
    var isFolded: Bool? { bench.view.thread?.rows[index].post?.isFolded }
    #expect(isFolded == true)
    bench.presenter.toggleWarning(at: index)
    #expect(isFolded == false)
    bench.presenter.reload()
    await bench.settle()
    #expect(isFolded == false)
    bench.presenter.toggleWarning(at: index)
    #expect(isFolded == true)
  }

  @Test func `The selected post stays selected when posts have come above it`() async {
    var later = PostThread.fixture
    later.replies.insert(.init(entry: .post(.fixture(id: "9")), depth: 0), at: 0)
    let bench = PostDetailHarness(.init(result: .success(.fixture)), .init(result: .success(later)))
    await bench.open()
    bench.presenter.didSelectRow(at: 4)
    #expect(bench.view.status == "5 of 6")
    bench.presenter.reload()
    await bench.settle()
    #expect(bench.view.thread?.selection == 5)
    #expect(bench.view.status == "6 of 7")
  }

  @Test func `When the selected post is gone, the post itself is selected`() async {
    let bench = PostDetailHarness(
      .init(result: .success(.fixture)), .init(result: .success(PostThread(post: .fixture()))))
    await bench.open()
    bench.presenter.didSelectRow(at: 3)
    bench.presenter.reload()
    await bench.settle()
    #expect(bench.view.thread?.selection == 0)
  }

  @Test func `Addresses and texts go to the browser and the clipboard`() async {
    let bench = PostDetailHarness(.init(result: .success(.fixture)))
    await bench.open()
    bench.presenter.openAddress(at: 4)
    bench.presenter.openLink("https://timeline.example/compiler")
    #expect(bench.opener.opened == ["https://timeline.example/4", "https://timeline.example/compiler"])
    bench.presenter.copyAddress(at: 4)
    bench.presenter.copyText(at: 3)
    #expect(bench.clipboard.copied == ["https://timeline.example/4", "Well done."])
    #expect(bench.view.notice?.isFailure == false)
  }

  @Test func `A post without an address says so`() async {
    let bench = PostDetailHarness(.init(result: .success(.fixture)))
    await bench.open()
    for act in [bench.presenter.openAddress, bench.presenter.copyAddress] {
      act(3)
      #expect(bench.view.notice?.text == "This post has no address.")
    }
    #expect(bench.opener.opened.isEmpty && bench.clipboard.copied.isEmpty)
  }

  @Test(arguments: [
    ("javascript:alert(1)", "Only http and https open, not javascript:alert(1)"),
    ("https://a.example", "No browser for https://a.example: xdg-open is not there"),
  ]) func `An address that does not open says why`(url: String, text: String) async {
    let error = LinkError.noBrowser(url: url, reason: "xdg-open is not there")
    let bench = PostDetailHarness(.init(result: .success(.fixture)), linkError: error)
    await bench.open()
    bench.presenter.openLink(url)
    #expect(bench.view.notice?.text == text)
    #expect(bench.view.notice?.isFailure == true)
  }

  @Test func `Ages are counted anew once a minute`() async {
    let bench = PostDetailHarness(.init(result: .success(.fixture)))
    await bench.open()
    bench.clock.advance(to: .noon.addingTimeInterval(120))
    bench.presenter.didSelectRow(at: 3)
    #expect(bench.view.thread?.rows[3].post?.age == "2m")
    #expect(bench.view.thread?.selection == 3)
  }
}
