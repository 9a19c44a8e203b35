import Domain
import EmptyState
import TestSupport
import Testing

@testable import Timeline

@MainActor @Suite struct FailureTests {
  @Test(arguments: TimelineFailure.all)
  func `Without posts, the empty view shows the failure`(failure: TimelineFailure) async {
    let harness = TimelineHarness(posts: 3)
    harness.repository.setPageResponses(.init(failure.error))
    await harness.load()
    #expect(harness.view.shown == [.emptyView])
    #expect(harness.view.emptyView?.name == failure.name)
    #expect(harness.view.emptyView?.isFailure == true)
    let text = ([harness.view.emptyView?.title ?? ""] + (harness.view.emptyView?.sentences ?? [])).joined(
      separator: " ")
    for word in failure.words { #expect(text.contains(word)) }
    #expect(harness.view.notice == nil)
    let actions = harness.view.emptyView?.actions ?? []
    #expect(actions.contains(.switchAccount))
    // The harness has only one timeline. If the account was deleted, another account helps.
    let first =
      ["session expired": EmptyStateAction.signInAgain, "account gone": .switchAccount][failure.name] ?? .retry
    #expect(actions.first == first)
  }

  @Test(arguments: TimelineFailure.all)
  func `A retry clears the empty view`(failure: TimelineFailure) async {
    let harness = TimelineHarness(posts: 3)
    harness.repository.setPageResponses(.init(failure.error))
    await harness.load()
    await harness.after { $0.refresh() }
    #expect(harness.view.shown == [.list])
    #expect(harness.view.texts == ["Post 1", "Post 2", "Post 3"])
    #expect(harness.view.notice == nil)
  }

  @Test(arguments: TimelineFailure.all)
  func `Posts stay on screen with a notice of their age`(failure: TimelineFailure) async {
    let harness = await TimelineHarness(posts: 3).load()
    await harness.select(1)
    await harness.advance(60)
    harness.repository.setPageResponses(.init(failure.error))
    await harness.after { $0.refresh() }
    #expect(harness.view.shown == [.list])
    #expect(harness.view.texts == ["Post 1", "Post 2", "Post 3"])
    #expect(harness.view.selectedText == "Post 2")
    #expect(harness.view.notice?.isFailure == true)
    #expect(harness.view.notice?.isPersistent == true)
    #expect(harness.view.notice?.text.hasSuffix(" · posts as of \(LocalTime.clock(.noon))") == true)
    let helpful =
      ["session expired": [EmptyStateAction.signInAgain], "redirected": [.retry, .signInAgain], "account gone": []][
        failure.name]
      ?? [.retry]
    #expect(harness.view.notice?.actions == helpful)
  }

  @Test(arguments: TimelineFailure.all)
  func `A successful retry hides the notice`(failure: TimelineFailure) async {
    let harness = await TimelineHarness(posts: 3).load()
    harness.repository.setPageResponses(.init(failure.error))
    await harness.after { $0.refresh() }
    await harness.after { $0.refresh() }
    #expect(harness.view.notice == nil)
    #expect(harness.view.shown == [.list])
  }

  @Test(arguments: TimelineFailure.all)
  func `Going to either end fails and keeps the posts`(failure: TimelineFailure) async {
    let harness = await TimelineHarness(posts: 500).load()
    for go in [{ $0.showOldest() }, { $0.showNewest() }] as [(TimelinePresenter) -> Void] {
      harness.repository.setPageResponses(.init(failure.error))
      await harness.after(go)
      #expect(harness.view.shown == [.list])
    }
    #expect(harness.view.notice?.isFailure == true)
  }

  @Test(arguments: TimelineFailure.all)
  func `A failure while loading the tabs is shown`(failure: TimelineFailure) async {
    let harness = TimelineHarness(posts: 3)
    harness.repository.setOverviewResponses(.init(failure.error))
    await harness.load()
    #expect(harness.view.emptyView?.name == failure.name)
    await harness.after { $0.refresh() }
    #expect(harness.view.shown == [.list])
  }

  @Test func `During a retry the notice shows the request, not the failure`() async {
    let harness = await TimelineHarness(posts: 3).load()
    harness.repository.setPageResponses(.init(.offline(host: "t.example")), .init(after: 3))
    await harness.after { $0.refresh() }
    #expect(harness.view.notice?.text.hasPrefix("Can’t reach t.example") == true)
    await harness.after { $0.refresh() }
    await harness.advance(0.2)
    #expect(harness.view.notice?.text == "Loading Home from demo…")
    await harness.advance(3)
    #expect(harness.view.notice == nil)
  }

  @Test func `The log names the account and the failure, but no post text`() async {
    let harness = TimelineHarness([(.home, [.fixture(text: "A secret thought", warning: "A secret warning")])])
    harness.repository.setPageResponses(.init(.offline(host: "t.example")))
    await harness.load()
    await harness.after { $0.refresh() }
    await harness.after { $0.search("secret") }
    await harness.after { $0.copyText(at: 0) }
    #expect(
      harness.log.events == [
        .accountOpened(handle: "ada@demo"), .timelineFailed(handle: "ada@demo", error: .offline(host: "t.example")),
        .accountOpened(handle: "ada@demo"), .timelineLoaded(handle: "ada@demo", timeline: "Home", count: 1),
      ])
    #expect(!"\(harness.log.events)".contains("secret"))
  }
}
