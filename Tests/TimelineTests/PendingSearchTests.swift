import Domain
import TestSupport
import Testing

@testable import Timeline

/// A search whose answer takes its time.
@MainActor @Suite struct PendingSearchTests {
  private let stage = TimelineHarness.withTea()

  private func find(_ text: String) async {
    await stage.after { $0.search(text) }
  }

  @Test func `Matches whose answer nobody waits for any more stand as they were`() async {
    await stage.load()
    await find("tea")
    stage.repository.answerMatches(.init(after: 3))
    await stage.after { $0.refresh() }
    await stage.after { $0.cancelLoading() }
    await stage.advance(5)
    #expect(stage.view.status == "1 of 5 matches")
    #expect(stage.view.texts.first == "Tea 4")
  }

  @Test(arguments: [TimelinePresenter.showNewest, TimelinePresenter.showOldest])
  func `Whoever goes to a row that is held waits on for matches`(go: (TimelinePresenter) -> () -> Void) async {
    let stage = await TimelineHarness(posts: 20).load()
    stage.repository.answerMatches(.init(after: 3))
    await stage.after { $0.search("post") }
    await stage.after { go($0)() }
    await stage.advance(5)
    #expect(stage.view.timeline?.isSearchResult == true)
    #expect(stage.view.notice == nil)
  }

  @Test func `Whoever goes where the source has to be asked does not, and nothing is waited for after that`() async {
    await stage.load()
    stage.repository.answerMatches(.init(after: 3, isStubborn: true))
    await find("tea")
    await stage.after { $0.showOldest() }
    await stage.advance(5)
    #expect(stage.view.selectedText == "Tea 500")
    #expect(stage.view.timeline?.isSearchResult == false)
    #expect(stage.view.notice == nil)
    await find("tea")
    #expect(stage.view.texts.first == "Tea 4")
  }
}
