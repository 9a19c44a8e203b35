import Domain
import TestSupport
import Testing

@testable import PostDetail

/// The user's own replies in a thread that is open.
@MainActor @Suite struct OwnReplyTests {
  private func texts(_ bench: PostDetailHarness) -> [String] {
    (0..<(bench.presenter.thread?.count ?? 0)).map { bench.presenter.thread?.post(at: $0)?.id.rawValue ?? "-" }
  }

  @Test func `A reply to the post is the last of its replies, and the selection stays`() async {
    let bench = PostDetailHarness(.init(result: .success(.fixture)))
    await bench.open()
    bench.presenter.didSelectRow(at: 4)
    bench.cache.add(.fixture(id: "9", replyTo: "1"), by: .published)
    #expect(texts(bench) == ["-", "2", "1", "3", "4", "-", "9"])
    #expect(bench.presenter.selection == 4)
    // The source tells of it as well.
    bench.cache.add(.fixture(id: "9", replyTo: "1"), by: .published)
    #expect(texts(bench).count == 7)
  }

  @Test func `A reply to a reply comes below that, and what replies to it below it`() async {
    let bench = PostDetailHarness(.init(result: .success(.fixture)))
    await bench.open()
    bench.cache.add(.fixture(id: "9", replyTo: "4"), by: .published)
    bench.cache.add(.fixture(id: "10", replyTo: "9"), by: .published)
    #expect(texts(bench) == ["-", "2", "1", "3", "4", "-", "9", "10"])
  }

  @Test func `An answer that was asked for before does not take it away`() async {
    let bench = PostDetailHarness(.init(result: .success(.fixture)), .init(result: .success(.fixture), seconds: 5))
    await bench.open()
    bench.presenter.reload()
    await bench.pass(seconds: 1)
    bench.cache.add(.fixture(id: "9", replyTo: "1"), by: .published)
    await bench.pass(seconds: 5)
    #expect(texts(bench).last == "9")
    // What the source says after that is so.
    bench.presenter.reload()
    await bench.settle()
    await bench.pass(seconds: 6)
    #expect(texts(bench).last == "-")
  }

  @Test func `It can be changed and deleted there as any other`() async {
    let bench = PostDetailHarness(.init(result: .success(.fixture)))
    await bench.open()
    bench.cache.add(.fixture(id: "9", text: "First", replyTo: "1"), by: .published)
    bench.cache.change(.fixture(id: "9", text: "Second", replyTo: "1"))
    #expect(bench.presenter.thread?.posts.last?.text.plain == "Second")
    bench.cache.delete(.fixture("9"))
    #expect(texts(bench).last == "-")
  }

  @Test(arguments: ["2", "99"]) func `What replies to something else is not there`(parent: String) async {
    let bench = PostDetailHarness(.init(result: .success(.fixture)))
    await bench.open()
    bench.cache.add(.fixture(id: "9", replyTo: parent), by: .published)
    bench.cache.add(.fixture(id: "9", replyTo: "1"), by: .bookmarked)
    #expect(texts(bench).count == 6)
  }
}
