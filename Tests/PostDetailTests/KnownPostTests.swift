import Domain
import EmptyState
import Foundation
import TestSupport
import Testing

@testable import PostDetail

/// A post that was on the screen already stays there, whatever its source says.
@MainActor @Suite struct KnownPostTests {
  private let known = Post.fixture(author: .fixture(), repost: Repost(by: .fixture()), warning: "Coffee")

  @Test func `It is there at once, and only after a while it is said what is asked`() async {
    let bench = PostDetailHarness(.init(result: .success(.fixture), seconds: 3), known: known)
    bench.presenter.viewDidLoad()
    #expect(bench.view.thread?.rows.map { $0.post?.name } == ["Grace Hopper"])
    #expect(bench.view.thread?.rows.first?.post?.remarks == [])
    #expect(bench.view.thread?.footer == "")
    #expect(bench.view.header?.title == "Post by Grace Hopper")
    #expect(bench.view.status == "")
    #expect(bench.view.notice == nil)

    await bench.settle()
    await bench.pass(seconds: 0.1)
    #expect(bench.view.notice == NoticeViewModel(text: "Asking demo for the conversation…", stays: true))

    await bench.pass(seconds: 2.9)
    #expect(bench.view.calls == ["thread"])
    #expect(bench.view.thread?.rows.count == 6)
    #expect(bench.view.thread?.selection == 2)
    #expect(bench.view.status == "3 of 6")
    #expect(bench.view.notice == nil)
    #expect(bench.loadThread.requests == [.thread(PostID("1"))])
  }

  @Test func `What is revealed stays revealed when the thread comes`() async {
    let bench = PostDetailHarness(.init(result: .success(.fixture), seconds: 3), known: known)
    await bench.open()
    bench.presenter.toggleWarning(at: 0)
    await bench.pass(seconds: 3)
    #expect(bench.view.thread?.rows[2].post?.isFolded == false)
  }

  @Test(arguments: PostDetailLoadingTests.errors) func `An error takes nothing away, and R tries again`(
    error: TimelineError
  ) async {
    let bench = PostDetailHarness(.init(result: .failure(error)), .init(result: .success(.fixture)), known: known)
    await bench.open()
    #expect(bench.view.calls == ["thread"])
    #expect(bench.view.thread?.rows.count == 1)
    #expect(bench.view.thread?.footer == "")
    #expect(bench.view.notice?.isFailure == true)
    #expect(bench.view.notice?.stays == true)
    if case .sessionExpired = error { #expect(bench.view.notice?.actions == [.logIn]) }
    if case .offline = error { #expect(bench.view.notice?.actions == [.retry]) }

    bench.presenter.reload()
    await bench.settle()
    #expect(bench.view.thread?.rows.count == 6)
    #expect(bench.view.notice == nil)
    #expect(bench.loadThread.requests == [.thread(PostID("1")), .refreshed(PostID("1"))])
  }

  @Test(arguments: [
    (TimelineError.offline(host: "t.example"), "t.example does not answer · no conversation yet"),
    (
      .rateLimited(host: "t.example", until: .noon.addingTimeInterval(30)),
      "t.example asks for patience, next try in 30 s · no conversation yet"
    ), (.postUnavailable(id: PostID("1"), reason: .notInSource), "demo no longer has this post"),
    (
      .postUnavailable(id: PostID("1"), reason: .deleted),
      "demo no longer shows this post: it has been deleted"
    ),
  ]) func `The notice says why the conversation is missing`(error: TimelineError, text: String) async {
    let bench = PostDetailHarness(.init(result: .failure(error)), known: known)
    await bench.open()
    #expect(bench.view.notice?.text == text)
    bench.presenter.viewWillDisappear()
  }

  @Test func `A rate limit is counted down, then it tries by itself`() async {
    let limit = TimelineError.rateLimited(host: "t.example", until: .noon.addingTimeInterval(3))
    let bench = PostDetailHarness(.init(result: .failure(limit)), .init(result: .success(.fixture)), known: known)
    await bench.open()
    for left in [3, 2, 1] {
      #expect(bench.view.notice?.text.contains("in \(left) s") == true)
      await bench.pass(seconds: 1)
    }
    #expect(bench.view.thread?.rows.count == 6)
    #expect(bench.view.notice == nil)
  }

  @Test func `While it tries again, that is said instead of the failure`() async {
    let failure = StubLoadThread.Answer(result: .failure(.offline(host: "t.example")))
    let bench = PostDetailHarness(failure, .init(result: .success(.fixture), seconds: 3), known: known)
    await bench.open()
    bench.presenter.reload()
    await bench.settle()
    await bench.pass(seconds: 0.1)
    #expect(bench.view.notice?.text == "Asking demo for the conversation…")
    bench.presenter.viewWillDisappear()
  }
}
