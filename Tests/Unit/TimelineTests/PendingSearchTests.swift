import Domain
import TestSupport
import Testing

@testable import Timeline

/// A slow search.
@MainActor @Suite struct PendingSearchTests {
  private let harness = TimelineHarness.withTea()

  private func find(_ text: String) async {
    await harness.after { $0.search(text) }
  }

  @Test func `After a cancelled refresh the matches stay`() async {
    await harness.load()
    await find("tea")
    harness.repository.setMatchResponses(.init(after: 3))
    await harness.after { $0.refresh() }
    await harness.after { $0.cancelLoading() }
    await harness.advance(5)
    #expect(harness.view.status == "1 of 5 matches")
    #expect(harness.view.texts.first == "Tea 4")
  }

  @Test(arguments: [TimelinePresenter.showNewest, TimelinePresenter.showOldest])
  func `Going to a loaded row does not cancel the search`(go: (TimelinePresenter) -> () -> Void) async {
    let harness = await TimelineHarness(posts: 20).load()
    harness.repository.setMatchResponses(.init(after: 3))
    await harness.after { $0.search("post") }
    await harness.after { go($0)() }
    await harness.advance(5)
    #expect(harness.view.timeline?.isSearchResult == true)
    #expect(harness.view.notice == nil)
  }

  @Test func `Going to a row that has to be loaded cancels the search`() async {
    await harness.load()
    harness.repository.setMatchResponses(.init(after: 3, isStubborn: true))
    await find("tea")
    await harness.after { $0.showOldest() }
    await harness.advance(5)
    #expect(harness.view.selectedText == "Tea 500")
    #expect(harness.view.timeline?.isSearchResult == false)
    #expect(harness.view.notice == nil)
    await find("tea")
    #expect(harness.view.texts.first == "Tea 4")
  }
}
