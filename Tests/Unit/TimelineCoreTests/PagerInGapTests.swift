import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import TimelineCore

/// A refresh while a gap is selected.
@MainActor @Suite final class PagerInGapTests: TimelinePagerDelegate {
  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()
  private let posts = Post.fixtures(count: 30)
  private let pager: TimelinePager
  private var newAbove: [Int?] = []

  init() async {
    let gap = TimelineGap(cursor: PageCursor("1:2:3"), lower: posts[15].key, count: 12)
    let page = TimelinePage(posts: Array(posts[0...2] + posts[15...]), gaps: [gap])
    pager = TimelinePager(
      loadPage: { _ throws(TimelineError) in page }, loading: LoadTask(clock: clock, runner: runner),
      sourceObserver: SourceObserver(changes: { AsyncStream { nil } }, clock: clock, runner: runner),
      cache: PostCache(),
      clock: clock, runner: runner)
    pager.delegate = self
    pager.loadFirstPage()
    await clock.settle(runner)
  }

  func pagerDidChange(_ pager: TimelinePager) {}
  func pager(_ pager: TimelinePager, didFail error: TimelineError) {}

  func pager(_ pager: TimelinePager, didLoad page: TimelinePage, _ outcome: TimelinePager.Outcome) {
    newAbove.append(outcome.newAbove)
  }

  @Test func `Selects the post below the gap and reports nothing new`() async {
    #expect(pager.window?[3] == nil && pager.window?.count == 19)
    pager.select(3)
    #expect(pager.position?.key == posts[15].key)
    pager.refresh()
    await clock.settle(runner)
    #expect(pager.selectedPost?.key == posts[15].key)
    #expect(newAbove == [nil, nil])
    pager.refresh()
    await clock.settle(runner)
    #expect(newAbove == [nil, nil, 0])
  }
}
