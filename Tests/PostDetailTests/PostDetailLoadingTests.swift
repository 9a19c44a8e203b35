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

  @Test func `Loading stands before anything is asked, and speaks only when it takes its time`() async {
    let bench = PostDetailHarness(.init(result: .success(.fixture), seconds: 3))
    bench.presenter.viewDidLoad()
    #expect(bench.view.standing == [.loading(nil)])
    #expect(bench.loadThread.requests.isEmpty)

    await bench.settle()
    await bench.pass(seconds: 0.1)
    guard case .loading(let loading?)? = bench.view.standing.last else {
      Issue.record("It says nothing")
      return
    }
    #expect(loading.sentences == ["Tern is asking demo for this post."])
    #expect(loading.actions == [.switchAccount, .back])

    await bench.pass(seconds: 2.9)
    #expect(bench.view.calls == ["silence", "loading", "thread"])
    #expect(bench.view.maxStanding == 1)
    #expect(bench.loadThread.requests == [.thread(PostID("1"))])
    #expect(bench.runner.runningCount == 0)
  }

  @Test func `A thread that is there at once is shown without a word of loading`() async {
    let bench = PostDetailHarness(.init(result: .success(.fixture)))
    await bench.open()
    await bench.pass(seconds: 1)
    #expect(bench.view.calls == ["silence", "thread"])
    #expect(bench.view.thread?.selection == 2)
    #expect(
      bench.view.header
        == PostDetailHeader(title: "Post by Grace Hopper", account: "Ada Lovelace · @ada@demo", label: "@ada@demo"))
    #expect(bench.view.status == "3 of 6")
    #expect(bench.view.notice == nil)
  }

  @Test(arguments: errors) func `Each error has its empty view, and R tries again`(error: TimelineError) async {
    let bench = PostDetailHarness(.init(result: .failure(error)), .init(result: .success(.fixture)))
    await bench.open()
    let wanted = EmptyReason.Wanted(owner: "", thing: "this post", origin: .demo)
    let reason = EmptyReason(error, wanted, lastTry: .noon, now: .noon)
    #expect(
      bench.view.standing == [.empty(EmptyStateViewModel(reason, offered: [.retry, .logIn, .switchAccount, .back]))])
    #expect(bench.view.empty?.actions.contains(.back) == true)
    #expect(bench.view.maxStanding == 1)
    #expect(bench.view.header?.title == "Thread")
    #expect(bench.log.events == [.timelineFailed(handle: "ada@demo", error: error)])

    bench.presenter.reload()
    await bench.settle()
    #expect(bench.view.thread != nil)
    #expect(bench.view.maxStanding == 1)
    #expect(bench.loadThread.requests == [.thread(PostID("1")), .refreshed(PostID("1"))])
  }

  @Test(arguments: errors) func `A reload that fails keeps the thread and says since when it is`(
    error: TimelineError
  ) async {
    let bench = PostDetailHarness(.init(result: .success(.fixture)), .init(result: .failure(error)))
    await bench.open()
    let shown = bench.view.thread
    bench.clock.advance(to: .noon.addingTimeInterval(20))
    bench.presenter.reload()
    await bench.settle()
    #expect(bench.view.thread?.rows.count == shown?.rows.count)
    #expect(bench.view.standing.count == 1)
    let notice = bench.view.notice
    #expect(notice?.isFailure == true)
    #expect(notice?.stays == true)
    #expect(notice?.text.hasSuffix(" · thread as of \(LocalTime.clock(.noon))") == true)
    bench.presenter.viewWillDisappear()
  }

  @Test(arguments: [
    (Date.noon.addingTimeInterval(-60), "thread as of \(LocalTime.clock(.noon.addingTimeInterval(-60)))"),
    (nil, "thread as far as it is kept"),
  ]) func `A thread that was kept says since when it is, where that is known`(asOf: Date?, words: String) async {
    var kept = PostThread.fixture
    (kept.failure, kept.asOf) = (.offline(host: "t.example"), asOf)
    let bench = PostDetailHarness(.init(result: .success(kept)))
    await bench.open()
    #expect(bench.view.thread?.hasConversation == true)
    #expect(bench.view.notice?.text == "t.example does not answer · \(words)")
  }

  @Test func `What a superseded question brings is dropped`() async {
    let late = PostThread(post: .fixture(text: "late"))
    let bench = PostDetailHarness(.init(result: .success(late), seconds: 3), .init(result: .success(.fixture)))
    await bench.open()
    bench.presenter.reload()
    await bench.settle()
    await bench.pass(seconds: 5)
    #expect(bench.view.thread?.rows.count == 6)
    #expect(bench.loadThread.requests == [.thread(PostID("1")), .refreshed(PostID("1"))])
    #expect(bench.runner.runningCount == 0)
  }

  @Test(arguments: [true, false]) func `A rate limit is counted down, then it tries by itself`(isShown: Bool) async {
    let limit = TimelineError.rateLimited(host: "timeline.example", until: .noon.addingTimeInterval(3))
    let first: [StubLoadThread.Answer] = isShown ? [.init(result: .success(.fixture))] : []
    let bench = PostDetailHarness(answers: first + [.init(result: .failure(limit)), .init(result: .success(.fixture))])
    await bench.open()
    if isShown {
      bench.presenter.reload()
      await bench.settle()
    }
    for left in [3, 2, 1] {
      let words = isShown ? bench.view.notice?.text : bench.view.empty?.sentences.first
      #expect(words?.lowercased().contains("in \(left) s") == true)
      await bench.pass(seconds: 1)
    }
    #expect(bench.loadThread.requests.count == first.count + 2)
    #expect(bench.view.thread != nil)
    #expect(bench.view.notice == nil)
    await bench.pass(seconds: 1)
    #expect(bench.runner.runningCount == 0)
  }

  @Test func `Nothing outlives the screen`() async {
    let limit = TimelineError.rateLimited(host: "timeline.example", until: .noon.addingTimeInterval(30))
    for answer in [StubLoadThread.Answer(result: .success(.fixture), seconds: 3), .init(result: .failure(limit))] {
      let bench = PostDetailHarness(answer)
      await bench.open()
      #expect(bench.runner.runningCount > 0)
      bench.presenter.viewWillDisappear()
      await bench.settle()
      #expect(bench.runner.runningCount == 0)
      #expect(bench.view.thread == nil)
    }
  }

  @Test func `A screen that comes back takes up what it was waiting for`() async {
    let bench = PostDetailHarness(.init(result: .success(.fixture), seconds: 3), .init(result: .success(.fixture)))
    await bench.open()
    bench.presenter.viewWillDisappear()
    bench.presenter.viewDidAppear()
    await bench.settle()
    #expect(bench.view.thread != nil)
    bench.presenter.viewWillDisappear()
    bench.presenter.viewDidAppear()
    #expect(bench.loadThread.requests.count == 2)
  }

  @Test func `A countdown goes on when the screen comes back`() async {
    let limit = TimelineError.rateLimited(host: "timeline.example", until: .noon.addingTimeInterval(3))
    let bench = PostDetailHarness(.init(result: .failure(limit)), .init(result: .success(.fixture)))
    await bench.open()
    bench.presenter.viewWillDisappear()
    await bench.pass(seconds: 10)
    #expect(bench.loadThread.requests.count == 1)
    bench.presenter.viewDidAppear()
    await bench.settle()
    #expect(bench.view.thread != nil)
  }
}
