import Domain
import Foundation
import TestSupport
import Testing

@testable import PostDetail

/// A cached thread is shown before the source is asked for a new one.
@MainActor @Suite struct StaleThreadTests {
  private static var cached: StubThreads.Response {
    var thread = PostThread.fixture
    thread.isStale = true
    return .init(result: .success(thread))
  }

  @Test func `A cached thread is shown while the source loads it`() async {
    let harness = PostDetailHarness(Self.cached, .init(result: .success(.fixture), seconds: 30))
    await harness.open()
    #expect(harness.view.thread?.rows.count == 6)
    #expect(harness.view.thread?.footer == "")
    #expect(harness.threads.requests == [.thread(PostID("1")), .refreshed(PostID("1"))])
    await harness.pass(seconds: 1)
    #expect(harness.view.notice?.text.hasPrefix("Loading the thread from demo") == true)
    await harness.pass(seconds: 30)
    #expect(harness.view.notice == nil)
    #expect(harness.view.status == "3 of 6")
  }

  @Test func `Next to a list a stale thread is reloaded after a delay`() async {
    let harness = PostDetailHarness(Self.cached, .init(result: .success(.fixture)), reloadDelay: 1)
    await harness.open()
    #expect(harness.view.thread?.rows.count == 6)
    await harness.pass(seconds: 0.9)
    #expect(harness.threads.requests == [.thread(PostID("1"))])
    #expect(harness.view.notice == nil)
    await harness.pass(seconds: 0.1)
    #expect(harness.threads.requests == [.thread(PostID("1")), .refreshed(PostID("1"))])
    #expect(harness.runner.runningCount == 0)
  }

  @Test func `Leaving within the delay loads nothing`() async {
    let harness = PostDetailHarness(Self.cached, reloadDelay: 1)
    await harness.open()
    await harness.pass(seconds: 0.5)
    harness.presenter.viewWillDisappear()
    await harness.pass(seconds: 5)
    #expect(harness.threads.requests == [.thread(PostID("1"))])
  }

  @Test func `Next to a list a source with few requests left is only reloaded by R`() async {
    let harness = PostDetailHarness(
      Self.cached, .init(result: .success(.fixture)), reloadDelay: 1, hasSpareRequests: false)
    await harness.open()
    await harness.pass(seconds: 5)
    #expect(harness.threads.requests == [.thread(PostID("1"))])
    #expect(harness.view.thread?.footer == "")
    harness.presenter.reload()
    await harness.settle()
    #expect(harness.threads.requests == [.thread(PostID("1")), .refreshed(PostID("1"))])
  }

  @Test func `A failure leaves the cached thread and shows a notice`() async {
    let harness = PostDetailHarness(Self.cached, .init(result: .failure(.offline(host: "timeline.example"))))
    await harness.open()
    #expect(harness.view.thread?.rows.count == 6)
    #expect(harness.view.notice?.isFailure == true)
    #expect(harness.view.notice?.text.contains("not loaded yet") == false)
  }
}
