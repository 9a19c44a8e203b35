import Domain
import EmptyState
import Foundation
import TestSupport
import Testing

@testable import PostDetail

/// A post that is known before its thread stays on screen in spite of failures.
@MainActor @Suite struct KnownPostTests {
  private let known = Post.fixture(author: .fixture(), repost: Repost(by: .fixture()), warning: "Coffee")

  @Test func `A known post is shown at once, and a notice follows if its thread takes long`() async {
    let harness = PostDetailHarness(.init(result: .success(.fixture), seconds: 3), known: known)
    harness.presenter.viewDidLoad()
    #expect(harness.view.thread?.rows.map { $0.post?.name } == ["Grace Hopper"])
    #expect(harness.view.thread?.rows.first?.post?.remarks == [])
    #expect(harness.view.thread?.footer == "")
    #expect(harness.view.header.title == "Post by Grace Hopper")
    #expect(harness.view.status == "")
    #expect(harness.view.notice == nil)

    await harness.settle()
    await harness.pass(seconds: 0.1)
    #expect(harness.view.notice == NoticeViewModel(text: "Loading the thread from demo…", isPersistent: true))

    await harness.pass(seconds: 2.9)
    #expect(harness.view.content == .list)
    #expect(harness.view.thread?.rows.count == 6)
    #expect(harness.view.thread?.selection == 2)
    #expect(harness.view.status == "3 of 6")
    #expect(harness.view.notice == nil)
    #expect(harness.threads.requests == [.thread(PostID("1"))])
  }

  @Test func `A revealed warning stays revealed when the thread arrives`() async {
    let harness = PostDetailHarness(.init(result: .success(.fixture), seconds: 3), known: known)
    await harness.open()
    harness.presenter.toggleWarning(at: 0)
    await harness.pass(seconds: 3)
    #expect(harness.view.thread?.rows[2].post?.isFolded == false)
  }

  @Test(arguments: PostDetailLoadingTests.errors) func `An error leaves the post, and R tries again`(
    error: TimelineError
  ) async {
    let harness = PostDetailHarness(.init(result: .failure(error)), .init(result: .success(.fixture)), known: known)
    await harness.open()
    #expect(harness.view.content == .list)
    #expect(harness.view.thread?.rows.count == 1)
    #expect(harness.view.thread?.footer == "")
    #expect(harness.view.notice?.isFailure == true)
    #expect(harness.view.notice?.isPersistent == true)
    if case .sessionExpired = error { #expect(harness.view.notice?.actions == [.signInAgain]) }
    if case .offline = error { #expect(harness.view.notice?.actions == [.retry]) }

    harness.presenter.reload()
    await harness.settle()
    #expect(harness.view.thread?.rows.count == 6)
    #expect(harness.view.notice == nil)
    #expect(harness.threads.requests == [.thread(PostID("1")), .refreshed(PostID("1"))])
  }

  @Test(arguments: [
    (TimelineError.offline(host: "t.example"), "Can’t reach t.example · thread not loaded yet"),
    (
      .rateLimited(host: "t.example", until: .noon.addingTimeInterval(30)),
      "Rate limited by t.example. Retrying in 30 s · thread not loaded yet"
    ), (.postUnavailable(id: PostID("1"), reason: .notInSource), "demo no longer has this post"),
    (
      .postUnavailable(id: PostID("1"), reason: .deleted),
      "demo no longer shows this post: it was deleted"
    ),
  ]) func `The notice says why the thread is missing`(error: TimelineError, text: String) async {
    let harness = PostDetailHarness(.init(result: .failure(error)), known: known)
    await harness.open()
    #expect(harness.view.notice?.text == text)
    harness.presenter.viewWillDisappear()
  }

  @Test func `After a rate limit the thread is reloaded automatically`() async {
    let limit = TimelineError.rateLimited(host: "t.example", until: .noon.addingTimeInterval(3))
    let harness = PostDetailHarness(.init(result: .failure(limit)), .init(result: .success(.fixture)), known: known)
    await harness.open()
    for left in [3, 2, 1] {
      #expect(harness.view.notice?.text.contains("in \(left) s") == true)
      await harness.pass(seconds: 1)
    }
    #expect(harness.view.thread?.rows.count == 6)
    #expect(harness.view.notice == nil)
  }

  @Test func `During a retry the notice shows the loading instead of the failure`() async {
    let failure = StubThreads.Response(result: .failure(.offline(host: "t.example")))
    let harness = PostDetailHarness(failure, .init(result: .success(.fixture), seconds: 3), known: known)
    await harness.open()
    harness.presenter.reload()
    await harness.settle()
    await harness.pass(seconds: 0.1)
    #expect(harness.view.notice?.text == "Loading the thread from demo…")
    harness.presenter.viewWillDisappear()
  }
}
