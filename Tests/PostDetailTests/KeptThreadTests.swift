import Domain
import Foundation
import TestSupport
import Testing

@testable import PostDetail

/// What is kept of a conversation stands before its source is asked.
@MainActor @Suite struct KeptThreadTests {
  private static var kept: StubLoadThread.Answer {
    var thread = PostThread.fixture
    thread.isOld = true
    return .init(result: .success(thread))
  }

  @Test func `What is kept stands while the source takes its time`() async {
    let bench = PostDetailHarness(Self.kept, .init(result: .success(.fixture), seconds: 30))
    await bench.open()
    #expect(bench.view.thread?.rows.count == 6)
    #expect(bench.view.thread?.footer == "")
    #expect(bench.loadThread.requests == [.thread(PostID("1")), .refreshed(PostID("1"))])
    await bench.pass(seconds: 1)
    #expect(bench.view.notice?.text.hasPrefix("Asking demo for the conversation") == true)
    await bench.pass(seconds: 30)
    #expect(bench.view.notice == nil)
    #expect(bench.view.status == "3 of 6")
  }

  @Test func `Beside a list the source is asked after a second of rest, and not before`() async {
    let bench = PostDetailHarness(Self.kept, .init(result: .success(.fixture)), rest: 1)
    await bench.open()
    #expect(bench.view.thread?.rows.count == 6)
    await bench.pass(seconds: 0.9)
    #expect(bench.loadThread.requests == [.thread(PostID("1"))])
    #expect(bench.view.notice == nil)
    await bench.pass(seconds: 0.1)
    #expect(bench.loadThread.requests == [.thread(PostID("1")), .refreshed(PostID("1"))])
    #expect(bench.runner.runningCount == 0)
  }

  @Test func `Whoever goes on within the second asks for nothing`() async {
    let bench = PostDetailHarness(Self.kept, rest: 1)
    await bench.open()
    await bench.pass(seconds: 0.5)
    bench.presenter.viewWillDisappear()
    await bench.pass(seconds: 5)
    #expect(bench.loadThread.requests == [.thread(PostID("1"))])
  }

  @Test func `Beside a list a source that allows few questions is left alone, until R`() async {
    let bench = PostDetailHarness(Self.kept, .init(result: .success(.fixture)), rest: 1, hasRoom: false)
    await bench.open()
    await bench.pass(seconds: 5)
    #expect(bench.loadThread.requests == [.thread(PostID("1"))])
    #expect(bench.view.thread?.footer == "")
    bench.presenter.reload()
    await bench.settle()
    #expect(bench.loadThread.requests == [.thread(PostID("1")), .refreshed(PostID("1"))])
  }

  @Test func `A source that fails leaves what is kept, and it is said`() async {
    let bench = PostDetailHarness(Self.kept, .init(result: .failure(.offline(host: "timeline.example"))))
    await bench.open()
    #expect(bench.view.thread?.rows.count == 6)
    #expect(bench.view.notice?.isFailure == true)
    #expect(bench.view.notice?.text.contains("no conversation yet") == false)
  }
}
