import Domain
import Foundation
import TestSupport
import Testing

@testable import Timeline

@MainActor @Suite struct RateLimitTests {
  private let limit = TimelineError.rateLimited(host: "t.example", until: .noon.addingTimeInterval(15))

  @Test func `The seconds are counted down, then the posts are loaded`() async {
    let harness = TimelineHarness(posts: 3)
    harness.repository.setPageResponses(.init(limit))
    await harness.load()
    for left in [15, 14, 13] {
      #expect(sentence(harness)?.hasPrefix("Retrying in \(left) s.") == true)
      await harness.advance(1)
    }
    await harness.advance(11.5)
    #expect(sentence(harness)?.hasPrefix("Retrying in 1 s.") == true)
    #expect(harness.repository.requests.count == 1)
    await harness.advance(0.5)
    #expect(harness.view.shown == [.list])
    #expect(harness.view.rows.count == 3)
    #expect(harness.repository.requests.count == 2)
  }

  @Test func `With posts on screen, the notice counts down`() async {
    let harness = await TimelineHarness(posts: 3).load()
    harness.repository.setPageResponses(.init(limit))
    await harness.after { $0.refresh() }
    #expect(harness.view.notice?.text.contains("Retrying in 15 s") == true)
    await harness.advance(5)
    #expect(harness.view.notice?.text.contains("Retrying in 10 s") == true)
    #expect(harness.view.rows.count == 3)
    await harness.advance(10)
    #expect(harness.view.notice == nil)
    #expect(harness.repository.requests.count == 3)
  }

  @Test func `The countdown continues after a cancelled search`() async {
    let harness = await TimelineHarness(posts: 3).load()
    harness.repository.setPageResponses(.init(limit))
    await harness.after { $0.refresh() }
    harness.repository.setMatchResponses(.init(after: 60))
    await harness.after { $0.search("post") }
    await harness.advance(5)
    await harness.after { $0.cancelLoading() }
    #expect(harness.view.notice?.text.contains("Retrying in 10 s") == true)
    await harness.advance(10)
    #expect(harness.view.notice == nil)
    #expect(harness.repository.requests.count == 3)
  }

  @Test func `A second limit starts a new countdown`() async {
    let harness = TimelineHarness(posts: 3)
    let second = TimelineError.rateLimited(host: "t.example", until: .noon.addingTimeInterval(40))
    harness.repository.setPageResponses(.init(limit), .init(second))
    await harness.load()
    await harness.advance(15)
    #expect(sentence(harness)?.hasPrefix("Retrying in 25 s.") == true)
    await harness.advance(25)
    #expect(harness.view.shown == [.list])
  }

  @Test func `A retry date in the past still causes a pause`() async {
    let harness = TimelineHarness(posts: 3)
    let over = TimelineError.rateLimited(host: "t.example", until: .noon.addingTimeInterval(-60))
    harness.repository.setPageResponses(.init(over), .init(over), .init(over))
    await harness.load()
    #expect(harness.repository.requests.count == 1)
    #expect(harness.view.emptyView?.name == "rate limited")
    await harness.advance(1)
    #expect(harness.repository.requests.count == 2)
    await harness.advance(2)
    #expect(harness.view.shown == [.list])
  }

  @Test func `The countdown pauses behind another screen`() async {
    let harness = TimelineHarness(posts: 3)
    harness.repository.setPageResponses(.init(limit))
    await harness.load()
    await harness.after { $0.viewWillDisappear() }
    #expect(harness.clock.sleeperCount == 0)
    await harness.advance(6)
    await harness.after { $0.viewDidAppear() }
    #expect(sentence(harness)?.hasPrefix("Retrying in 9 s.") == true)
    await harness.advance(9)
    #expect(harness.view.shown == [.list])
  }

  @Test func `A screen shown after the retry date loads at once`() async {
    let harness = TimelineHarness(posts: 3)
    harness.repository.setPageResponses(.init(limit))
    await harness.load()
    await harness.after { $0.viewWillDisappear() }
    await harness.advance(60)
    await harness.after { $0.viewDidAppear() }
    #expect(harness.view.shown == [.list])
  }

  @Test func `The user can retry before the date`() async {
    let harness = TimelineHarness(posts: 3)
    harness.repository.setPageResponses(.init(limit))
    await harness.load()
    await harness.after { $0.refresh() }
    #expect(harness.view.shown == [.list])
    await harness.advance(60)
    #expect(harness.repository.requests.count == 2)
  }

  @Test func `Each tab has its own countdown`() async {
    let harness = TimelineHarness([(.home, Post.fixtures(count: 3)), (.mentions, Post.fixtures(count: 2))])
    harness.repository.setPageResponses(.init(limit))
    await harness.load()
    await harness.after { $0.showNextTimeline() }
    #expect(harness.view.rows.count == 2)
    await harness.advance(5)
    #expect(harness.view.rows.count == 2)
    await harness.after { $0.showNextTimeline() }
    #expect(sentence(harness)?.hasPrefix("Retrying in 10 s.") == true)
    await harness.advance(10)
    #expect(harness.view.rows.count == 3)
  }

  @Test(arguments: ["Post", "Post 2", "nothing at all"])
  func `A search interrupts the countdown`(words: String) async {
    let harness = await TimelineHarness(posts: 3).load()
    harness.repository.setPageResponses(.init(limit))
    await harness.after { $0.refresh() }
    await harness.advance(5)
    await harness.after { $0.search(words) }
    await harness.advance(2)
    await harness.after { $0.clearSearch() }
    #expect(harness.view.notice?.text.contains("Retrying in 8 s") == true)
    await harness.advance(8)
    #expect(harness.view.notice == nil)
    #expect(harness.view.rows.count == 3)
  }

  @Test func `A rate limited search counts down too`() async {
    let harness = await TimelineHarness(posts: 3).load()
    harness.repository.setMatchResponses(.init(limit))
    await harness.after { $0.search("Post") }
    await harness.advance(5)
    #expect(harness.view.notice?.text.contains("Retrying in 10 s") == true)
    await harness.advance(10)
    #expect(harness.view.notice == nil)
    #expect(harness.view.shown == [.list])
  }

  private func sentence(_ harness: TimelineHarness) -> String? { harness.view.emptyView?.sentences.first }
}
