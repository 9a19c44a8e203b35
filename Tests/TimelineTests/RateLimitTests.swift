import Domain
import Foundation
import TestSupport
import Testing

@testable import Timeline

@MainActor @Suite struct RateLimitTests {
  private let limit = TimelineError.rateLimited(host: "t.example", until: .noon.addingTimeInterval(15))

  @Test func `The seconds are counted down, then the posts come by themselves`() async {
    let stage = TimelineHarness(posts: 3)
    stage.repository.answerPages(.init(limit))
    await stage.load()
    for left in [15, 14, 13] {
      #expect(sentence(stage)?.hasPrefix("In \(left) s ") == true)
      await stage.advance(1)
    }
    await stage.advance(11.5)
    #expect(sentence(stage)?.hasPrefix("In 1 s ") == true)
    #expect(stage.repository.requests.count == 1)
    await stage.advance(0.5)
    #expect(stage.view.standing == [.list])
    #expect(stage.view.rows.count == 3)
    #expect(stage.repository.requests.count == 2)
  }

  @Test func `With posts on the screen the notice counts down`() async {
    let stage = await TimelineHarness(posts: 3).load()
    stage.repository.answerPages(.init(limit))
    await stage.after { $0.refresh() }
    #expect(stage.view.notice?.text.contains("next try in 15 s") == true)
    await stage.advance(5)
    #expect(stage.view.notice?.text.contains("next try in 10 s") == true)
    #expect(stage.view.rows.count == 3)
    await stage.advance(10)
    #expect(stage.view.notice == nil)
    #expect(stage.repository.requests.count == 3)
  }

  @Test func `It goes on where matches were waited for meanwhile, and are no more`() async {
    let stage = await TimelineHarness(posts: 3).load()
    stage.repository.answerPages(.init(limit))
    await stage.after { $0.refresh() }
    stage.repository.answerMatches(.init(after: 60))
    await stage.after { $0.search("post") }
    await stage.advance(5)
    await stage.after { $0.cancelLoading() }
    #expect(stage.view.notice?.text.contains("next try in 10 s") == true)
    await stage.advance(10)
    #expect(stage.view.notice == nil)
    #expect(stage.repository.requests.count == 3)
  }

  @Test func `Another limit after the first is counted down anew`() async {
    let stage = TimelineHarness(posts: 3)
    let second = TimelineError.rateLimited(host: "t.example", until: .noon.addingTimeInterval(40))
    stage.repository.answerPages(.init(limit), .init(second))
    await stage.load()
    await stage.advance(15)
    #expect(sentence(stage)?.hasPrefix("In 25 s ") == true)
    await stage.advance(25)
    #expect(stage.view.standing == [.list])
  }

  @Test func `A moment that is over already is no reason to ask without a pause`() async {
    let stage = TimelineHarness(posts: 3)
    let over = TimelineError.rateLimited(host: "t.example", until: .noon.addingTimeInterval(-60))
    stage.repository.answerPages(.init(over), .init(over), .init(over))
    await stage.load()
    #expect(stage.repository.requests.count == 1)
    #expect(stage.view.emptyView?.name == "rate limited")
    await stage.advance(1)
    #expect(stage.repository.requests.count == 2)
    await stage.advance(2)
    #expect(stage.view.standing == [.list])
  }

  @Test func `Nothing is counted while another screen is in front, and it goes on when this one is back`() async {
    let stage = TimelineHarness(posts: 3)
    stage.repository.answerPages(.init(limit))
    await stage.load()
    await stage.after { $0.viewWillDisappear() }
    #expect(stage.clock.sleeperCount == 0)
    await stage.advance(6)
    await stage.after { $0.viewDidAppear() }
    #expect(sentence(stage)?.hasPrefix("In 9 s ") == true)
    await stage.advance(9)
    #expect(stage.view.standing == [.list])
  }

  @Test func `Whoever comes back after the moment is asked for at once`() async {
    let stage = TimelineHarness(posts: 3)
    stage.repository.answerPages(.init(limit))
    await stage.load()
    await stage.after { $0.viewWillDisappear() }
    await stage.advance(60)
    await stage.after { $0.viewDidAppear() }
    #expect(stage.view.standing == [.list])
  }

  @Test func `A person need not wait for the moment`() async {
    let stage = TimelineHarness(posts: 3)
    stage.repository.answerPages(.init(limit))
    await stage.load()
    await stage.after { $0.refresh() }
    #expect(stage.view.standing == [.list])
    await stage.advance(60)
    #expect(stage.repository.requests.count == 2)
  }

  @Test func `Another tab has no countdown, and the first one goes on when it is back`() async {
    let stage = TimelineHarness([(.home, Post.fixtures(count: 3)), (.mentions, Post.fixtures(count: 2))])
    stage.repository.answerPages(.init(limit))
    await stage.load()
    await stage.after { $0.showNextTimeline() }
    #expect(stage.view.rows.count == 2)
    await stage.advance(5)
    #expect(stage.view.rows.count == 2)
    await stage.after { $0.showNextTimeline() }
    #expect(sentence(stage)?.hasPrefix("In 10 s ") == true)
    await stage.advance(10)
    #expect(stage.view.rows.count == 3)
  }

  @Test(arguments: ["Post", "Post 2", "nothing at all"])
  func `A search breaks the countdown off for as long as it lasts`(words: String) async {
    let stage = await TimelineHarness(posts: 3).load()
    stage.repository.answerPages(.init(limit))
    await stage.after { $0.refresh() }
    await stage.advance(5)
    await stage.after { $0.search(words) }
    await stage.advance(2)
    await stage.after { $0.clearSearch() }
    #expect(stage.view.notice?.text.contains("next try in 8 s") == true)
    await stage.advance(8)
    #expect(stage.view.notice == nil)
    #expect(stage.view.rows.count == 3)
  }

  @Test func `A search that meets the limit is counted down as well`() async {
    let stage = await TimelineHarness(posts: 3).load()
    stage.repository.answerMatches(.init(limit))
    await stage.after { $0.search("Post") }
    await stage.advance(5)
    #expect(stage.view.notice?.text.contains("next try in 10 s") == true)
    await stage.advance(10)
    #expect(stage.view.notice == nil)
    #expect(stage.view.standing == [.list])
  }

  private func sentence(_ stage: TimelineHarness) -> String? { stage.view.emptyView?.sentences.first }
}
