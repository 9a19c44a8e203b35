import Domain
import TestSupport
import Testing

@testable import Timeline

/// Results while the user types.
@MainActor @Suite struct SearchWhileTypingTests {
  private let harness = TimelineHarness([
    (
      .home,
      ["Tea", "Teapot", "Coffee", "A pot of tea"].enumerated().map { index, text in
        .fixture(id: "\(index)", createdAt: .noon.minutesAgo(Double(index)), text: text)
      }
    )
  ])

  private func type(_ text: String) async {
    await harness.after { $0.searchWhileTyping(text) }
  }

  private func begin() async {
    await harness.load()
    await harness.select(2)
    await harness.after { $0.beginSearch() }
  }

  @Test func `Each key shows the matches so far and their number`() async {
    await begin()
    #expect(harness.view.searchField == "")
    await type("tea")
    #expect(harness.view.texts == ["Tea", "Teapot", "A pot of tea"])
    #expect(harness.view.selection == 0)
    #expect(harness.view.status == "3 matches")
    await type("teap")
    #expect(harness.view.texts == ["Teapot"])
    #expect(harness.view.status == "1 match")
    await type("tea")
    #expect(harness.view.rows.count == 3)
  }

  @Test func `One or two letters are searched only with Enter`() async {
    await begin()
    await type("te")
    #expect(harness.view.timeline?.isSearchResult == false)
    #expect(harness.view.selectedText == "Coffee")
    #expect(harness.view.notice?.text == "Keep typing, or Enter to search “te”.")
    #expect(harness.repository.matchRequests.isEmpty)
    await type("tea p")
    #expect(harness.view.rows.count == 3)
    #expect(harness.view.notice == nil)
    await harness.after { $0.search("te") }
    #expect(harness.view.emptyView?.name == "no matches")
    #expect(harness.view.emptyView?.actions == [.clearSearch, .search])
  }

  @Test func `A key that does not change the query makes no request`() async {
    await begin()
    for text in ["tea", "tea ", "tea p", "tea po", "tea p"] { await type(text) }
    await harness.after { $0.search("tea ") }
    #expect(harness.repository.matchRequests.map(\.query) == ["tea"])
    #expect(harness.view.searchField == nil)
    #expect(harness.view.rows.count == 3)
  }

  @Test func `The list is not rebuilt if the matches are the same`() async {
    await begin()
    for (text, showsPosts) in [
      ("t", false), ("te", false), ("tea", true), ("tea ", false), ("tea p", false), ("tea is:", false), ("", true),
    ] {
      harness.view.reset()
      await type(text)
      #expect(harness.view.calls.contains("showTimeline") == showsPosts, "\(text)")
      #expect(harness.view.calls.contains("showHeader"), "\(text)")
    }
  }

  @Test func `Matches stay until the next response, and late responses are dropped`() async {
    await begin()
    await type("tea")
    harness.repository.setMatchResponses(.init(after: 0.05, isStubborn: true), .init(after: 0.03))
    harness.view.reset()
    harness.presenter.searchWhileTyping("teap")
    // The first request must have reached the repository, whose responses are in the order of the requests.
    await harness.settle()
    harness.presenter.searchWhileTyping("teapo")
    await harness.settle()
    #expect(harness.view.rows.count == 3)
    #expect(harness.view.shown == [.list])
    #expect(!harness.view.calls.contains("showLoading") && !harness.view.calls.contains("showEmptyView"))
    await harness.advance(0.03)
    #expect(harness.view.texts == ["Teapot"])
    await harness.advance(1)
    #expect(harness.view.texts == ["Teapot"])
    #expect(harness.view.notices.allSatisfy { !$0.text.contains("Looking") })
  }

  @Test func `A slow search shows a notice`() async {
    await begin()
    harness.repository.setMatchResponses(.init(after: 3))
    await type("tea")
    await harness.advance(1)
    #expect(harness.view.notice?.text == "Searching for “tea”…")
    await harness.advance(2)
    #expect(harness.view.notice == nil)
  }

  @Test func `A field without a value shows a calm hint`() async {
    await begin()
    await type("from:")
    #expect(harness.view.shown == [.list])
    #expect(harness.view.notice?.text == "Expected a handle after from:, at character 6.")
    #expect(harness.view.notice?.isFailure == false)
    await type("tea from:")
    #expect(harness.view.rows.count == 3)
    #expect(harness.view.notice?.text == "Expected a handle after from:, at character 10.")
    await type("tea from:grace")
    #expect(harness.view.rows.count == 3)
    #expect(harness.view.notice == nil)
  }

  @Test func `An invalid query is explained until the next key`() async {
    await begin()
    await type("tea since:yesterw")
    #expect(harness.view.shown == [.emptyView])
    #expect(
      harness.view.emptyView?.sentences.first
        == "Expected a date like 2015-03 after since:, at character 11.")
    #expect(harness.view.emptyView?.actions == [.clearSearch])
    await type("tea since:yester")
    #expect(harness.view.rows.count == 3)
  }

  @Test func `No matches are shown and the field stays open`() async {
    await begin()
    await type("dragon")
    #expect(harness.view.emptyView?.name == "no matches")
    #expect(harness.view.emptyView?.actions == [.clearSearch])
    #expect(harness.view.searchField != nil)
    await type("")
    #expect(harness.view.shown == [.list])
    #expect(harness.view.selectedText == "Coffee")
  }

  @Test func `Esc closes the search and returns to the timeline`() async {
    await begin()
    await type("tea")
    await harness.after { $0.clearSearch() }
    #expect(harness.view.searchField == nil)
    #expect(harness.view.selectedText == "Coffee")
    await harness.after { $0.beginSearch() }
    #expect(harness.view.searchField == "")
  }

  @Test func `Clearing an unused field does not cancel a refresh`() async {
    await harness.load()
    harness.repository.setPageResponses(.init(after: 3))
    await harness.after { $0.refresh() }
    await harness.after { $0.beginSearch() }
    await harness.after { $0.clearSearch() }
    harness.repository.setPosts(Post.fixtures(count: 7), of: .home)
    await harness.advance(3)
    #expect(harness.view.rows.count == 7)
  }
}
