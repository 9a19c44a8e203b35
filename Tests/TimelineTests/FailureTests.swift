import Domain
import EmptyState
import TestSupport
import Testing

@testable import Timeline

@MainActor @Suite struct FailureTests {
  @Test(arguments: TimelineFailure.all)
  func `Where nothing was shown before, the empty view says what has failed`(failure: TimelineFailure) async {
    let stage = TimelineHarness(posts: 3)
    stage.repository.answerPages(.init(failure.error))
    await stage.load()
    #expect(stage.view.standing == [.emptyView])
    #expect(stage.view.emptyView?.name == failure.name)
    #expect(stage.view.emptyView?.isFailure == true)
    let text = ([stage.view.emptyView?.title ?? ""] + (stage.view.emptyView?.sentences ?? [])).joined(separator: " ")
    for word in failure.words { #expect(text.contains(word)) }
    #expect(stage.view.notice == nil)
    let actions = stage.view.emptyView?.actions ?? []
    #expect(actions.contains(.switchAccount))
    // Only the stage's one timeline is there: where the account is gone, another account helps.
    let first = ["session expired": EmptyStateAction.logIn, "account gone": .switchAccount][failure.name] ?? .retry
    #expect(actions.first == first)
  }

  @Test(arguments: TimelineFailure.all)
  func `Another try clears the empty view`(failure: TimelineFailure) async {
    let stage = TimelineHarness(posts: 3)
    stage.repository.answerPages(.init(failure.error))
    await stage.load()
    await stage.after { $0.refresh() }
    #expect(stage.view.standing == [.list])
    #expect(stage.view.texts == ["Post 1", "Post 2", "Post 3"])
    #expect(stage.view.notice == nil)
  }

  @Test(arguments: TimelineFailure.all)
  func `Posts that are shown stay, and a notice says of when they are`(failure: TimelineFailure) async {
    let stage = await TimelineHarness(posts: 3).load()
    await stage.select(1)
    await stage.advance(60)
    stage.repository.answerPages(.init(failure.error))
    await stage.after { $0.refresh() }
    #expect(stage.view.standing == [.list])
    #expect(stage.view.texts == ["Post 1", "Post 2", "Post 3"])
    #expect(stage.view.selectedText == "Post 2")
    #expect(stage.view.notice?.isFailure == true)
    #expect(stage.view.notice?.stays == true)
    #expect(stage.view.notice?.text.hasSuffix(" · posts as of \(LocalTime.clock(.noon))") == true)
    let helpful =
      ["session expired": [EmptyStateAction.logIn], "redirected": [.retry, .logIn], "account gone": []][failure.name]
      ?? [.retry]
    #expect(stage.view.notice?.actions == helpful)
  }

  @Test(arguments: TimelineFailure.all)
  func `When another try succeeds the notice goes`(failure: TimelineFailure) async {
    let stage = await TimelineHarness(posts: 3).load()
    stage.repository.answerPages(.init(failure.error))
    await stage.after { $0.refresh() }
    await stage.after { $0.refresh() }
    #expect(stage.view.notice == nil)
    #expect(stage.view.standing == [.list])
  }

  @Test(arguments: TimelineFailure.all)
  func `Going to the newest or the oldest post fails with the posts still there`(failure: TimelineFailure) async {
    let stage = await TimelineHarness(posts: 500).load()
    for go in [{ $0.showOldest() }, { $0.showNewest() }] as [(TimelinePresenter) -> Void] {
      stage.repository.answerPages(.init(failure.error))
      await stage.after(go)
      #expect(stage.view.standing == [.list])
    }
    #expect(stage.view.notice?.isFailure == true)
  }

  @Test(arguments: TimelineFailure.all)
  func `What fails while the tabs are asked for is said as well`(failure: TimelineFailure) async {
    let stage = TimelineHarness(posts: 3)
    stage.repository.answerOverviews(.init(failure.error))
    await stage.load()
    #expect(stage.view.emptyView?.name == failure.name)
    await stage.after { $0.refresh() }
    #expect(stage.view.standing == [.list])
  }

  @Test func `While another try runs the notice says so, and not what failed before`() async {
    let stage = await TimelineHarness(posts: 3).load()
    stage.repository.answerPages(.init(.offline(host: "t.example")), .init(after: 3))
    await stage.after { $0.refresh() }
    #expect(stage.view.notice?.text.hasPrefix("t.example does not answer") == true)
    await stage.after { $0.refresh() }
    await stage.advance(0.2)
    #expect(stage.view.notice?.text == "Asking demo for Home…")
    await stage.advance(3)
    #expect(stage.view.notice == nil)
  }

  @Test func `The log names the account and the failure, and holds no word of a post`() async {
    let stage = TimelineHarness([(.home, [.fixture(text: "A secret thought", warning: "A secret warning")])])
    stage.repository.answerPages(.init(.offline(host: "t.example")))
    await stage.load()
    await stage.after { $0.refresh() }
    await stage.after { $0.search("secret") }
    await stage.after { $0.copyText(at: 0) }
    #expect(
      stage.log.events == [
        .accountOpened(handle: "ada@demo"), .timelineFailed(handle: "ada@demo", error: .offline(host: "t.example")),
        .accountOpened(handle: "ada@demo"), .timelineLoaded(handle: "ada@demo", timeline: "Home", count: 1),
      ])
    #expect(!"\(stage.log.events)".contains("secret"))
  }
}
