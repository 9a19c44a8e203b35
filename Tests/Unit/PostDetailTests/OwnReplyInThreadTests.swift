import Domain
import TestSupport
import Testing

@testable import PostDetail

/// The user's own replies in an open thread.
@MainActor @Suite struct OwnReplyInThreadTests {
  private func texts(_ harness: PostDetailHarness) -> [String] {
    (0..<(harness.presenter.thread?.count ?? 0)).map { harness.presenter.thread?.post(at: $0)?.id.rawValue ?? "-" }
  }

  @Test func `A reply to the post is inserted last, and the selection stays`() async {
    let harness = PostDetailHarness(.init(result: .success(.fixture)))
    await harness.open()
    harness.presenter.didSelectRow(at: 4)
    harness.cache.add(.fixture(id: "9", replyTo: "1"), by: .published)
    #expect(texts(harness) == ["-", "2", "1", "3", "4", "-", "9"])
    #expect(harness.presenter.selection == 4)
    // The source reports it, too.
    harness.cache.add(.fixture(id: "9", replyTo: "1"), by: .published)
    #expect(texts(harness).count == 7)
  }

  @Test func `A reply to a reply is inserted below it`() async {
    let harness = PostDetailHarness(.init(result: .success(.fixture)))
    await harness.open()
    harness.cache.add(.fixture(id: "9", replyTo: "4"), by: .published)
    harness.cache.add(.fixture(id: "10", replyTo: "9"), by: .published)
    #expect(texts(harness) == ["-", "2", "1", "3", "4", "-", "9", "10"])
  }

  @Test func `An older response does not remove it`() async {
    let harness = PostDetailHarness(.init(result: .success(.fixture)), .init(result: .success(.fixture), seconds: 5))
    await harness.open()
    harness.presenter.reload()
    await harness.pass(seconds: 1)
    harness.cache.add(.fixture(id: "9", replyTo: "1"), by: .published)
    await harness.pass(seconds: 5)
    #expect(texts(harness).last == "9")
    // A newer response does.
    harness.presenter.reload()
    await harness.settle()
    await harness.pass(seconds: 6)
    #expect(texts(harness).last == "-")
  }

  @Test func `It can be edited and deleted like any other`() async {
    let harness = PostDetailHarness(.init(result: .success(.fixture)))
    await harness.open()
    harness.cache.add(.fixture(id: "9", text: "First", replyTo: "1"), by: .published)
    harness.cache.update(.fixture(id: "9", text: "Second", replyTo: "1"))
    #expect(harness.presenter.thread?.posts.last?.text.plain == "Second")
    harness.cache.delete(.fixture("9"))
    #expect(texts(harness).last == "-")
  }

  @Test(arguments: ["2", "99"]) func `Replies to other posts are not inserted`(parent: String) async {
    let harness = PostDetailHarness(.init(result: .success(.fixture)))
    await harness.open()
    harness.cache.add(.fixture(id: "9", replyTo: parent), by: .published)
    harness.cache.add(.fixture(id: "9", replyTo: "1"), by: .bookmarked)
    #expect(texts(harness).count == 6)
  }
}
