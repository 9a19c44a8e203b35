import Domain
import TestSupport
import Testing

@testable import Timeline

/// Matches of a submitted search.
@MainActor @Suite struct SearchTests {
  private let harness = TimelineHarness.withTea()

  private func find(_ text: String) async {
    await harness.after { $0.search(text) }
  }

  @Test func `Matches of all timelines are listed with highlighted words`() async {
    await harness.load()
    await harness.select(10)
    await find("tea")
    #expect(harness.view.texts == ["Tea 4", "Tea 31", "Tea 251", "Tea 500", "Tea, too"])
    #expect(harness.view.selection == 0)
    #expect(harness.view.status == "1 of 5 matches")
    #expect(harness.view.timeline?.isSearchResult == true)
    #expect(harness.view.timeline?.footer == "End of results")
    #expect(harness.view.rows.allSatisfy { $0.text.contains { $0.kind == .match && $0.text == "Tea" } })
    #expect(harness.view.notice == nil)
  }

  @Test func `Esc returns to the timeline without highlights`() async {
    await harness.load()
    await harness.select(10)
    await find("tea")
    await harness.select(2)
    await harness.after { $0.clearSearch() }
    #expect(harness.view.timeline?.isSearchResult == false)
    #expect(harness.view.selectedText == "Post 11")
    #expect(harness.view.status == "11 of 500")
    #expect(harness.view.rows.allSatisfy { $0.text.allSatisfy { $0.kind != .match } })
    harness.view.reset()
    await harness.after { $0.showNextMatch() }
    #expect(harness.view.calls.isEmpty)
  }

  @Test func `n and N go from match to match and stop at the ends`() async {
    await harness.load()
    await find("tea")
    await harness.after { $0.showNextMatch() }
    #expect(harness.view.selectedText == "Tea 31")
    #expect(harness.view.status == "2 of 5 matches")
    await harness.after { $0.showPreviousMatch() }
    #expect(harness.view.selectedText == "Tea 4")
    #expect(harness.view.notice == nil)
    await harness.after { $0.showPreviousMatch() }
    #expect(harness.view.notice?.text == "No newer match.")
    await harness.after { $0.showOldest() }
    await harness.after { $0.showNextMatch() }
    #expect(harness.view.notice?.text == "No older match.")
    await find("tea 31")
    await harness.after { $0.showNextMatch() }
    #expect(harness.view.notice?.text == "This is the only match.")
    #expect(harness.view.status == "1 of 1 match")
  }

  @Test func `Matches are loaded in pages, and their ends are a key away`() async {
    await harness.load()
    await find("post")
    #expect(harness.view.rows.count == 60)
    #expect(harness.view.status == "1 of 496 matches")
    await harness.select(55)
    #expect(harness.view.rows.count == 120)
    #expect(harness.view.selectedText == "Post 58")
    await harness.after { $0.showOldest() }
    #expect(harness.view.selectedText == "Post 499")
    #expect(harness.view.timeline?.isSearchResult == true)
    await harness.after { $0.showNewest() }
    #expect(harness.view.selectedText == "Post 1")
    #expect(harness.repository.requests.count == 1)
  }

  @Test func `Matches have the commands of posts`() async {
    await harness.load()
    await find("tea")
    await harness.after { $0.openPost(at: 1) }
    #expect(harness.router.screens == ["post 31 as @ada@demo found by tea"])
    harness.presenter.viewWillDisappear()
    harness.presenter.viewDidAppear()
    #expect(harness.view.status == "1 of 5 matches")
    await harness.after { $0.copyText(at: 1) }
    #expect(harness.clipboard.copied == ["Tea 31"])
  }

  @Test func `The stored position is that of the timeline`() async {
    await harness.load()
    await harness.select(10)
    await find("tea")
    await harness.select(3)
    await harness.after { $0.viewWillDisappear() }
    #expect(harness.session.load().accounts.values.first?.positions[.home]?.key.id.rawValue == "11")
  }

  @Test func `Many matches are counted approximately, then exactly`() async {
    let harness = await TimelineHarness([(.home, Post.fixtures(count: 1_500))], hasTotals: false).load()
    harness.repository.setCountResponses(.init(), .init(after: 2))
    await harness.after { $0.search("post") }
    #expect(harness.view.status == "1 of 1,000+ matches")
    await harness.advance(2)
    #expect(harness.view.status == "1 of 1,500 matches")
    await harness.after { $0.search("post 7") }
    #expect(harness.view.status == "1 of 1 match")
  }

  @Test func `If counting fails, the first count stays`() async {
    let harness = await TimelineHarness([(.home, Post.fixtures(count: 1_500))]).load()
    harness.repository.setCountResponses(.init(), .init(.offline(host: "t.example")))
    await harness.after { $0.search("post") }
    #expect(harness.view.status == "1 of 1,000+ matches")
    #expect(harness.view.notice == nil)
  }

  @Test func `Without matches the empty view suggests wider searches`() async {
    await harness.load()
    await harness.select(5)
    await find("coffee since:2015")
    #expect(harness.view.shown == [.emptyView])
    #expect(harness.view.emptyView?.title == "No results for “coffee since:2015”")
    #expect(harness.view.emptyView?.sentences.first?.contains("502 posts") == true)
    #expect(harness.view.emptyView?.sentences[1] == "Remove since: to find more.")
    #expect(harness.view.emptyView?.actions == [.clearSearch, .search])
    await harness.after { $0.clearSearch() }
    #expect(harness.view.shown == [.list])
    #expect(harness.view.selectedText == "Post 6")
  }

  @Test func `An unknown timeline in a query is reported with a suggestion`() async {
    await harness.load()
    await find("coffee in:mentons")
    #expect(harness.view.emptyView?.sentences[1] == "No timeline “mentons”. Did you mean in:Mentions?")
    await find("coffee in:mentions")
    #expect(harness.view.emptyView?.sentences[1] == "Remove in:mentions to find more.")
  }

  @Test func `An invalid query is reported and the field stays open`() async {
    await harness.load()
    await harness.after { $0.beginSearch() }
    await find("since:yesterweek")
    #expect(harness.view.emptyView?.name == "invalid search")
    #expect(harness.view.emptyView?.actions == [.clearSearch])
    #expect(harness.view.searchField != nil)
    await find("since:2015")
    #expect(harness.view.searchField == nil)
    #expect(harness.view.shown == [.list])
  }

  @Test func `While the query is edited, the matches stay`() async {
    await harness.load()
    await find("tea")
    await harness.after { $0.beginSearch() }
    #expect(harness.view.searchField == "tea")
    #expect(harness.view.status == "5 matches")
    await harness.after { $0.searchWhileTyping("tea 3") }
    await find("tea 31")
    #expect(harness.view.texts == ["Tea 31"])
  }

  @Test(arguments: ["", "   "]) func `An empty search closes the search`(words: String) async {
    await harness.load()
    await find("tea")
    await find(words)
    #expect(harness.view.timeline?.isSearchResult == false)
    #expect(harness.view.shown == [.list])
  }

  @Test func `A refresh searches again and keeps the selected match`() async {
    await harness.load()
    await find("tea")
    await harness.select(1)
    var posts = harness.repository.posts(of: .home)
    posts.insert(.fixture(id: "new", createdAt: .noon.addingTimeInterval(60), text: "Tea now"), at: 0)
    harness.repository.setPosts(posts, of: .home)
    await harness.after { $0.refresh() }
    #expect(harness.repository.refreshCount == 1)
    #expect(harness.view.rows.count == 6)
    #expect(harness.view.selectedText == "Tea 31")
    harness.repository.setTimelines([(.home, Post.fixtures(count: 3))])
    await harness.after { $0.refresh() }
    #expect(harness.view.emptyView?.name == "no matches")
  }

  @Test func `A move during a refresh of matches is kept`() async {
    await harness.load()
    await find("tea")
    await harness.select(1)
    let texts = harness.view.texts
    harness.repository.setMatchResponses(.init(after: 1))
    await harness.after { $0.refresh() }
    await harness.select(3)
    await harness.advance(1)
    #expect(harness.view.selectedText == texts[3])
    #expect(harness.repository.refreshCount == 1)
  }

  @Test func `During a search the posts stay with a notice`() async {
    await harness.load()
    harness.repository.setMatchResponses(.init(after: 3))
    await find("tea")
    #expect(harness.view.shown == [.list])
    #expect(harness.view.notice == nil)
    await harness.advance(1)
    #expect(harness.view.notice?.text == "Searching for “tea”…")
    #expect(harness.view.notice?.actions == [.cancel])
    await harness.advance(2)
    #expect(harness.view.notice == nil)
    #expect(harness.view.selectedText == "Tea 4")
  }

  @Test func `A running search can be cancelled`() async {
    await harness.load()
    for cancel in [{ $0.clearSearch() }, { $0.cancelLoading() }] as [(TimelinePresenter) -> Void] {
      harness.repository.setMatchResponses(.init(after: 3, isStubborn: true))
      await find("tea")
      await harness.advance(1)
      await harness.after(cancel)
      #expect(harness.view.notice == nil)
      await harness.advance(5)
      #expect(harness.view.selectedText == "Post 1")
      #expect(harness.view.timeline?.isSearchResult == false)
    }
  }

  @Test func `Another request cancels the search`() async {
    await harness.load()
    harness.repository.setMatchResponses(.init(after: 3))
    await find("tea")
    await harness.after { $0.refresh() }
    await harness.advance(5)
    #expect(harness.view.timeline?.isSearchResult == false)
    #expect(harness.repository.refreshCount == 1)
    // It can be searched again.
    await find("tea")
    #expect(harness.view.texts.first == "Tea 4")
  }

  @Test func `A failed search shows a notice above the posts`() async {
    await harness.load()
    harness.repository.setMatchResponses(.init(.offline(host: "t.example")))
    await find("tea")
    #expect(harness.view.shown == [.list])
    #expect(harness.view.notice?.text.hasPrefix("Can’t reach t.example") == true)
    #expect(harness.view.timeline?.isSearchResult == false)
    await find("tea")
    harness.repository.setMatchResponses(.init(.offline(host: "t.example")))
    await find("post")
    #expect(harness.view.selectedText == "Tea 4")
    #expect(harness.view.notice?.text.hasPrefix("Can’t reach t.example") == true)
    await find("coffee")
    harness.repository.setMatchResponses(.init(.offline(host: "t.example")))
    await find("post")
    #expect(harness.view.emptyView?.name == "offline")
    #expect(harness.view.emptyView?.actions.contains(.clearSearch) == true)
    await harness.after { $0.clearSearch() }
    #expect(harness.view.shown == [.list])
  }

  @Test func `A timeline that became empty while typing stays empty`() async {
    await harness.load()
    harness.repository.setTimelines([(.home, [])])
    await harness.after { $0.beginSearch() }
    await harness.after { $0.refresh() }
    await find("tea")
    #expect(harness.view.searchField == nil)
    #expect(harness.view.emptyView?.name == "no posts")
  }
}
