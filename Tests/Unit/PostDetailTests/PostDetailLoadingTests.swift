import Domain
import EmptyState
import Foundation
import TestSupport
import Testing

@testable import PostDetail

@MainActor @Suite struct PostDetailLoadingTests {
  nonisolated static let errors: [TimelineError] = [
    .offline(host: "timeline.example"), .timedOut(host: "timeline.example", seconds: 10),
    .serverError(host: "timeline.example", message: "No"), .errorDocument(path: "/post.json", message: "No"),
    .rateLimited(host: "timeline.example", until: .noon.addingTimeInterval(30)),
    .sessionExpired(handle: "ada@demo", host: "timeline.example"), .fileMissing(path: "/posts.json"),
    .fileUnreadable(path: "/posts.json", reason: "Permission denied"),
    .fileDamaged(FileLocation(path: "/posts.json", line: 3, column: 7, expected: "a comma")),
    .unknownFormat(path: "/posts.json", formats: ["Mastodon"]), .unknownTimeline(name: "Work", known: ["Home"]),
    .postUnavailable(id: PostID("1"), reason: .deleted), .cancelled,
  ]

  @Test func `The loading state is set before the request, and its text appears after a while`() async {
    let harness = PostDetailHarness(.init(result: .success(.fixture), seconds: 3))
    harness.presenter.viewDidLoad()
    #expect(harness.view.content == .loading(nil))
    #expect(harness.threads.requests.isEmpty)

    await harness.settle()
    await harness.pass(seconds: 0.1)
    guard case .loading(let loading?) = harness.view.content else {
      Issue.record("no loading text")
      return
    }
    #expect(loading.sentences == ["From demo."])
    #expect(loading.actions == [.switchAccount, .back])

    await harness.pass(seconds: 2.9)
    #expect(harness.view.content == .list)
    #expect(harness.threads.requests == [.thread(PostID("1"))])
    #expect(harness.runner.runningCount == 0)
  }

  @Test func `A thread that loads at once is shown without a loading text`() async {
    let harness = PostDetailHarness(.init(result: .success(.fixture)))
    await harness.open()
    await harness.pass(seconds: 1)
    #expect(harness.view.content == .list)
    #expect(harness.view.thread?.selection == 2)
    #expect(
      harness.view.header
        == ListHeader(title: "Post by Grace Hopper", account: "Ada Lovelace · @ada@demo", label: "@ada@demo"))
    #expect(harness.view.status == "3 of 6")
    #expect(harness.view.notice == nil)
  }

  @Test(arguments: errors) func `Each error has an empty view, and R tries again`(error: TimelineError) async {
    let harness = PostDetailHarness(.init(result: .failure(error)), .init(result: .success(.fixture)))
    await harness.open()
    let subject = EmptyReason.Subject(owner: "", contentName: "this post", origin: .demo)
    let reason = EmptyReason(error, subject, lastTry: .noon, now: .noon)
    #expect(
      harness.view.content
        == .empty(EmptyStateViewModel(reason, offered: [.retry, .signInAgain, .switchAccount, .back])))
    #expect(harness.view.empty?.actions.contains(.back) == true)
    #expect(harness.view.header.title == "Thread")
    #expect(harness.log.events == [.timelineFailed(handle: "ada@demo", error: error)])

    harness.presenter.reload()
    await harness.settle()
    #expect(harness.view.thread != nil)
    #expect(harness.threads.requests == [.thread(PostID("1")), .refreshed(PostID("1"))])
  }

  @Test(arguments: errors) func `A failed reload keeps the thread and shows its age`(
    error: TimelineError
  ) async {
    let harness = PostDetailHarness(.init(result: .success(.fixture)), .init(result: .failure(error)))
    await harness.open()
    let shown = harness.view.thread
    harness.clock.advance(to: .noon.addingTimeInterval(20))
    harness.presenter.reload()
    await harness.settle()
    #expect(harness.view.thread?.rows.count == shown?.rows.count)
    let notice = harness.view.notice
    #expect(notice?.isFailure == true)
    #expect(notice?.isPersistent == true)
    #expect(notice?.text.hasSuffix(" · thread as of \(LocalTime.clock(.noon))") == true)
    harness.presenter.viewWillDisappear()
  }

  @Test(arguments: [
    (Date.noon.addingTimeInterval(-60), "thread as of \(LocalTime.clock(.noon.addingTimeInterval(-60)))"),
    (nil, "thread from cache"),
  ]) func `A cached thread shows its age if known`(asOf: Date?, words: String) async {
    var cached = PostThread.fixture
    (cached.failure, cached.asOf) = (.offline(host: "t.example"), asOf)
    let harness = PostDetailHarness(.init(result: .success(cached)))
    await harness.open()
    #expect(harness.view.thread?.isProvisional == false)
    #expect(harness.view.notice?.text == "Can’t reach t.example · \(words)")
  }

  @Test func `The response of a superseded request is ignored`() async {
    let late = PostThread(post: .fixture(text: "late"))
    let harness = PostDetailHarness(.init(result: .success(late), seconds: 3), .init(result: .success(.fixture)))
    await harness.open()
    harness.presenter.reload()
    await harness.settle()
    await harness.pass(seconds: 5)
    #expect(harness.view.thread?.rows.count == 6)
    #expect(harness.threads.requests == [.thread(PostID("1")), .refreshed(PostID("1"))])
    #expect(harness.runner.runningCount == 0)
  }

  @Test(arguments: [true, false]) func `After a rate limit the post is reloaded automatically`(isShown: Bool) async {
    let limit = TimelineError.rateLimited(host: "timeline.example", until: .noon.addingTimeInterval(3))
    let first: [StubThreads.Response] = isShown ? [.init(result: .success(.fixture))] : []
    let harness = PostDetailHarness(
      answers: first + [.init(result: .failure(limit)), .init(result: .success(.fixture))])
    await harness.open()
    if isShown {
      harness.presenter.reload()
      await harness.settle()
    }
    for left in [3, 2, 1] {
      let words = isShown ? harness.view.notice?.text : harness.view.empty?.sentences.first
      #expect(words?.lowercased().contains("in \(left) s") == true)
      await harness.pass(seconds: 1)
    }
    #expect(harness.threads.requests.count == first.count + 2)
    #expect(harness.view.thread != nil)
    #expect(harness.view.notice == nil)
    await harness.pass(seconds: 1)
    #expect(harness.runner.runningCount == 0)
  }

  @Test func `All work ends with the screen`() async {
    let limit = TimelineError.rateLimited(host: "timeline.example", until: .noon.addingTimeInterval(30))
    for answer in [StubThreads.Response(result: .success(.fixture), seconds: 3), .init(result: .failure(limit))] {
      let harness = PostDetailHarness(answer)
      await harness.open()
      #expect(harness.runner.runningCount > 0)
      harness.presenter.viewWillDisappear()
      await harness.settle()
      #expect(harness.runner.runningCount == 0)
      #expect(harness.view.thread == nil)
    }
  }

  @Test func `A screen that reappears resumes its request`() async {
    let harness = PostDetailHarness(.init(result: .success(.fixture), seconds: 3), .init(result: .success(.fixture)))
    await harness.open()
    harness.presenter.viewWillDisappear()
    harness.presenter.viewDidAppear()
    await harness.settle()
    #expect(harness.view.thread != nil)
    harness.presenter.viewWillDisappear()
    harness.presenter.viewDidAppear()
    #expect(harness.threads.requests.count == 2)
  }

  @Test func `A countdown continues when the screen reappears`() async {
    let limit = TimelineError.rateLimited(host: "timeline.example", until: .noon.addingTimeInterval(3))
    let harness = PostDetailHarness(.init(result: .failure(limit)), .init(result: .success(.fixture)))
    await harness.open()
    harness.presenter.viewWillDisappear()
    await harness.pass(seconds: 10)
    #expect(harness.threads.requests.count == 1)
    harness.presenter.viewDidAppear()
    await harness.settle()
    #expect(harness.view.thread != nil)
  }
}
