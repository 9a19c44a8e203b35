import Domain
import Foundation
import TestSupport
import Testing

@testable import Timeline

/// Random actions in random states, with a slow, failing or inconsistent source. Exactly one of list, empty view and
/// loading view is shown at any time (checked by the spy), and all tasks end.
@MainActor @Suite struct RandomWalkTests {
  private static let actions: [(TimelinePresenter) -> Void] = [
    { $0.refresh() }, { $0.cancelLoading() }, { $0.showNewest() }, { $0.showOldest() }, { $0.showNextTimeline() },
    { $0.showPreviousTimeline() }, { $0.showTimeline(at: 2) }, { $0.search("Post 7") }, { $0.search("nothing") },
    { $0.search("") }, { $0.showNextMatch() }, { $0.showPreviousMatch() }, { $0.clearSearch() },
    { $0.beginSearch() }, { $0.searchWhileTyping("Po") }, { $0.searchWhileTyping("Pos") },
    { $0.searchWhileTyping("Post 7 -Post") }, { $0.searchWhileTyping("since:x") }, { $0.search("has:") },
    { $0.viewWillDisappear() }, { $0.viewDidAppear() }, { $0.toggleWarning(at: 0) }, { $0.copyText(at: 3) },
    { $0.showNextUnread() }, { $0.markAllRead() }, { $0.goToDate("2026-11-20") }, { $0.goToDate("2015") },
    { $0.openAddress(at: 1) }, { $0.openPost(at: 0) }, { $0.signInAgain() },
  ]

  @Test(arguments: 1...30) func `Every action is safe in every state`(seed: UInt64) async {
    var generator = SeededGenerator(seed: seed)
    let harness = TimelineHarness([
      (.home, Post.fixtures(count: 300)), (.mentions, []), (TimelineID(name: "More"), Post.fixtures(count: 3)),
    ])
    harness.repository.setPageResponses(answer(&generator, harness), answer(&generator, harness))
    await harness.load()
    for _ in 0..<150 {
      switch Int.random(in: 0..<11, using: &generator) {
      case 10:
        harness.repository.setMatchResponses(answer(&generator, harness))
        harness.repository.setCountResponses(.init(), answer(&generator, harness))
      case 0: harness.repository.setPageResponses(answer(&generator, harness), answer(&generator, harness))
      case 1: await harness.advance(.random(in: 0...4, using: &generator))
      case 2 where harness.view.shown == [.list]:
        let index = Int.random(in: 0..<harness.view.rows.count, using: &generator)
        harness.view.selectRow(at: index)
        harness.presenter.didSelectRow(at: index)
      case 3:
        let count = [0, 2, 80, 300].randomElement(using: &generator) ?? 0
        harness.repository.setPosts(Post.fixtures(count: count), of: .home)
      default:
        (Self.actions.randomElement(using: &generator) ?? { $0.refresh() })(harness.presenter)
      }
      if Bool.random(using: &generator) { await harness.settle() }
      #expect(harness.view.shown.count == 1)
      #expect(harness.view.timeline == nil || !harness.view.rows.isEmpty)
    }
    harness.presenter.viewDidAppear()
    await harness.advance(600)
    #expect(harness.view.shown.count == 1)
    #expect(harness.view.shown != [.loading], "loading is shown without a request")
    #expect(harness.runner.runningCount == 0)
  }

  private func answer(_ generator: inout SeededGenerator, _ harness: TimelineHarness)
    -> PagedTimelineRepository.Response
  {
    let failure = TimelineFailure.all.randomElement(using: &generator)?.error
    var error = Bool.random(using: &generator) ? failure : nil
    if case .rateLimited? = error {
      error = .rateLimited(
        host: "t.example", until: harness.clock.now.addingTimeInterval(.random(in: -5...20, using: &generator)))
    }
    return .init(
      after: Bool.random(using: &generator) ? 0 : .random(in: 0...3, using: &generator), error,
      isStubborn: Bool.random(using: &generator))
  }
}
