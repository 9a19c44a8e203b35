import Domain
import TestSupport
import Testing

@testable import Timeline

/// What stands while a person types.
@MainActor @Suite struct SearchWhileTypingTests {
  private let stage = TimelineHarness([
    (
      .home,
      ["Tea", "Teapot", "Coffee", "A pot of tea"].enumerated().map { index, text in
        .fixture(id: "\(index)", createdAt: .noon.minutesAgo(Double(index)), text: text)
      }
    )
  ])

  private func type(_ text: String) async {
    await stage.after { $0.searchWhileTyping(text) }
  }

  private func begin() async {
    await stage.load()
    await stage.select(2)
    await stage.after { $0.beginSearch() }
  }

  @Test func `Each key shows what is found by then, with its number`() async {
    await begin()
    #expect(stage.view.searchField == "")
    await type("tea")
    #expect(stage.view.texts == ["Tea", "Teapot", "A pot of tea"])
    #expect(stage.view.selection == 0)
    #expect(stage.view.status == "3 matches")
    await type("teap")
    #expect(stage.view.texts == ["Teapot"])
    #expect(stage.view.status == "1 match")
    await type("tea")
    #expect(stage.view.rows.count == 3)
  }

  @Test func `One or two letters are not looked for yet, but with Enter`() async {
    await begin()
    await type("te")
    #expect(stage.view.timeline?.isSearchResult == false)
    #expect(stage.view.selectedText == "Coffee")
    #expect(stage.view.notice?.text == "Type on, or Enter looks for “te”.")
    #expect(stage.repository.matchRequests.isEmpty)
    await type("tea p")
    #expect(stage.view.rows.count == 3)
    #expect(stage.view.notice == nil)
    await stage.after { $0.search("te") }
    #expect(stage.view.emptyView?.name == "no matches")
    #expect(stage.view.emptyView?.actions == [.clearSearch, .search])
  }

  @Test func `A key that changes nothing asks nothing`() async {
    await begin()
    for text in ["tea", "tea ", "tea p", "tea po", "tea p"] { await type(text) }
    await stage.after { $0.search("tea ") }
    #expect(stage.repository.matchRequests.map(\.query) == ["tea"])
    #expect(stage.view.searchField == nil)
    #expect(stage.view.rows.count == 3)
  }

  @Test func `A key shows no posts anew as long as the same ones stand`() async {
    await begin()
    for (text, showsPosts) in [
      ("t", false), ("te", false), ("tea", true), ("tea ", false), ("tea p", false), ("tea is:", false), ("", true),
    ] {
      stage.view.forget()
      await type(text)
      #expect(stage.view.calls.contains("showTimeline") == showsPosts, "\(text)")
      #expect(stage.view.calls.contains("showHeader"), "\(text)")
    }
  }

  @Test func `What stands stays until the next answer is there, and old answers are dropped`() async {
    await begin()
    await type("tea")
    stage.repository.answerMatches(.init(after: 0.05, isStubborn: true), .init(after: 0.03))
    stage.view.forget()
    stage.presenter.searchWhileTyping("teap")
    stage.presenter.searchWhileTyping("teapo")
    await stage.settle()
    #expect(stage.view.rows.count == 3)
    #expect(stage.view.standing == [.list])
    #expect(!stage.view.calls.contains("showLoading") && !stage.view.calls.contains("showEmptyView"))
    await stage.advance(0.03)
    #expect(stage.view.texts == ["Teapot"])
    await stage.advance(1)
    #expect(stage.view.texts == ["Teapot"])
    #expect(stage.view.notices.allSatisfy { !$0.text.contains("Looking") })
  }

  @Test func `An answer that takes its time is spoken of`() async {
    await begin()
    stage.repository.answerMatches(.init(after: 3))
    await type("tea")
    await stage.advance(1)
    #expect(stage.view.notice?.text == "Looking for “tea”…")
    await stage.advance(2)
    #expect(stage.view.notice == nil)
  }

  @Test func `A field without a value is asked for calmly`() async {
    await begin()
    await type("from:")
    #expect(stage.view.standing == [.list])
    #expect(stage.view.notice?.text == "This wants a handle after from:, at character 6.")
    #expect(stage.view.notice?.isFailure == false)
    await type("tea from:")
    #expect(stage.view.rows.count == 3)
    #expect(stage.view.notice?.text == "This wants a handle after from:, at character 10.")
    await type("tea from:grace")
    #expect(stage.view.rows.count == 3)
    #expect(stage.view.notice == nil)
  }

  @Test func `What means nothing is said where it stands, and goes with the next key`() async {
    await begin()
    await type("tea since:yesterw")
    #expect(stage.view.standing == [.emptyView])
    #expect(
      stage.view.emptyView?.sentences.first
        == "“tea since:yesterw” wants a date like 2015-03 after since:, at character 11.")
    #expect(stage.view.emptyView?.actions == [.clearSearch])
    await type("tea since:yester")
    #expect(stage.view.rows.count == 3)
  }

  @Test func `No matches are said, and the field stays open`() async {
    await begin()
    await type("dragon")
    #expect(stage.view.emptyView?.name == "no matches")
    #expect(stage.view.emptyView?.actions == [.clearSearch])
    #expect(stage.view.searchField != nil)
    await type("")
    #expect(stage.view.standing == [.list])
    #expect(stage.view.selectedText == "Coffee")
  }

  @Test func `Esc leaves the search and goes back to where one was`() async {
    await begin()
    await type("tea")
    await stage.after { $0.clearSearch() }
    #expect(stage.view.searchField == nil)
    #expect(stage.view.selectedText == "Coffee")
    await stage.after { $0.beginSearch() }
    #expect(stage.view.searchField == "")
  }

  @Test func `Clearing a field that nothing was typed into does not break off a refresh`() async {
    await stage.load()
    stage.repository.answerPages(.init(after: 3))
    await stage.after { $0.refresh() }
    await stage.after { $0.beginSearch() }
    await stage.after { $0.clearSearch() }
    stage.repository.setPosts(Post.fixtures(count: 7), of: .home)
    await stage.advance(3)
    #expect(stage.view.rows.count == 7)
  }
}
