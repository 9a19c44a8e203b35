import Domain
import Foundation
import TestSupport
import Testing

@testable import Timeline

/// Whatever a person does, in whatever state, with a source that is late, wrong or stubborn: exactly one of list, empty
/// view and loading stands (the spy objects otherwise), and in the end everything comes to rest.
@MainActor @Suite struct RandomWalkTests {
  private static let actions: [(TimelinePresenter) -> Void] = [
    { $0.refresh() }, { $0.cancelLoading() }, { $0.showNewest() }, { $0.showOldest() }, { $0.showNextTimeline() },
    { $0.showPreviousTimeline() }, { $0.showTimeline(at: 2) }, { $0.search("Post 7") }, { $0.search("nothing") },
    { $0.search("") }, { $0.showNextMatch() }, { $0.showPreviousMatch() }, { $0.clearSearch() },
    { $0.beginSearch() }, { $0.searchWhileTyping("Po") }, { $0.searchWhileTyping("Pos") },
    { $0.searchWhileTyping("Post 7 -Post") }, { $0.searchWhileTyping("since:x") }, { $0.search("has:") },
    { $0.viewWillDisappear() }, { $0.viewDidAppear() }, { $0.toggleWarning(at: 0) }, { $0.copyText(at: 3) },
    { $0.showNextUnread() }, { $0.markAllRead() }, { $0.goToDate("2026-11-20") }, { $0.goToDate("2015") },
    { $0.openAddress(at: 1) }, { $0.openPost(at: 0) }, { $0.logIn() }, { $0.switchAccount() },
  ]

  @Test(arguments: 1...30) func `Every action is safe in every state`(seed: UInt64) async {
    var generator = SeededGenerator(seed: seed)
    let stage = TimelineHarness([
      (.home, Post.fixtures(count: 300)), (.mentions, []), (TimelineID(name: "More"), Post.fixtures(count: 3)),
    ])
    stage.repository.answerPages(answer(&generator, stage), answer(&generator, stage))
    await stage.load()
    for _ in 0..<150 {
      switch Int.random(in: 0..<11, using: &generator) {
      case 10:
        stage.repository.answerMatches(answer(&generator, stage))
        stage.repository.answerMatchCounts(.init(), answer(&generator, stage))
      case 0: stage.repository.answerPages(answer(&generator, stage), answer(&generator, stage))
      case 1: await stage.advance(.random(in: 0...4, using: &generator))
      case 2 where stage.view.standing == [.list]:
        let index = Int.random(in: 0..<stage.view.rows.count, using: &generator)
        stage.view.selectRow(at: index)
        stage.presenter.didSelectRow(at: index)
      case 3:
        let count = [0, 2, 80, 300].randomElement(using: &generator) ?? 0
        stage.repository.setPosts(Post.fixtures(count: count), of: .home)
      default:
        (Self.actions.randomElement(using: &generator) ?? { $0.refresh() })(stage.presenter)
      }
      if Bool.random(using: &generator) { await stage.settle() }
      #expect(stage.view.standing.count == 1)
      #expect(stage.view.timeline == nil || !stage.view.rows.isEmpty)
    }
    stage.presenter.viewDidAppear()
    await stage.advance(600)
    #expect(stage.view.standing.count == 1)
    #expect(stage.view.standing != [.loading], "nobody is waited for, and loading stands")
    #expect(stage.runner.runningCount == 0)
  }

  private func answer(_ generator: inout SeededGenerator, _ stage: TimelineHarness) -> PagedTimelineRepository.Answer {
    let failure = TimelineFailure.all.randomElement(using: &generator)?.error
    var error = Bool.random(using: &generator) ? failure : nil
    if case .rateLimited? = error {
      error = .rateLimited(
        host: "t.example", until: stage.clock.now.addingTimeInterval(.random(in: -5...20, using: &generator)))
    }
    return .init(
      after: Bool.random(using: &generator) ? 0 : .random(in: 0...3, using: &generator), error,
      isStubborn: Bool.random(using: &generator))
  }
}
