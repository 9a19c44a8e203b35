import Domain
import TestSupport
import Testing

@testable import Timeline

/// What a search has found, once it is no longer typed.
@MainActor @Suite struct SearchTests {
  private let stage = TimelineHarness.withTea()

  private func find(_ text: String) async {
    await stage.after { $0.search(text) }
  }

  @Test func `The matches of all timelines stand in a list of their own, and words are marked`() async {
    await stage.load()
    await stage.select(10)
    await find("tea")
    #expect(stage.view.texts == ["Tea 4", "Tea 31", "Tea 251", "Tea 500", "Tea, too"])
    #expect(stage.view.selection == 0)
    #expect(stage.view.status == "1 of 5 matches")
    #expect(stage.view.timeline?.isSearchResult == true)
    #expect(stage.view.timeline?.footer == "Those are all the matches.")
    #expect(stage.view.rows.allSatisfy { $0.text.contains { $0.kind == .match && $0.text == "Tea" } })
    #expect(stage.view.notice == nil)
  }

  @Test func `Esc leads back to where one was, and nothing is marked any more`() async {
    await stage.load()
    await stage.select(10)
    await find("tea")
    await stage.select(2)
    await stage.after { $0.clearSearch() }
    #expect(stage.view.timeline?.isSearchResult == false)
    #expect(stage.view.selectedText == "Post 11")
    #expect(stage.view.status == "11 of 500")
    #expect(stage.view.rows.allSatisfy { $0.text.allSatisfy { $0.kind != .match } })
    stage.view.forget()
    await stage.after { $0.showNextMatch() }
    #expect(stage.view.calls.isEmpty)
  }

  @Test func `From match to match, and no further than the last one`() async {
    await stage.load()
    await find("tea")
    await stage.after { $0.showNextMatch() }
    #expect(stage.view.selectedText == "Tea 31")
    #expect(stage.view.status == "2 of 5 matches")
    await stage.after { $0.showPreviousMatch() }
    #expect(stage.view.selectedText == "Tea 4")
    #expect(stage.view.notice == nil)
    await stage.after { $0.showPreviousMatch() }
    #expect(stage.view.notice?.text == "There is no newer match.")
    await stage.after { $0.showOldest() }
    await stage.after { $0.showNextMatch() }
    #expect(stage.view.notice?.text == "There is no older match.")
    await find("tea 31")
    await stage.after { $0.showNextMatch() }
    #expect(stage.view.notice?.text == "This is the only match.")
    #expect(stage.view.status == "1 of 1 match")
  }

  @Test func `Matches come in pages, fetched ahead; their ends are a key away`() async {
    await stage.load()
    await find("post")
    #expect(stage.view.rows.count == 60)
    #expect(stage.view.status == "1 of 496 matches")
    await stage.select(55)
    #expect(stage.view.rows.count == 120)
    #expect(stage.view.selectedText == "Post 58")
    await stage.after { $0.showOldest() }
    #expect(stage.view.selectedText == "Post 499")
    #expect(stage.view.timeline?.isSearchResult == true)
    await stage.after { $0.showNewest() }
    #expect(stage.view.selectedText == "Post 1")
    #expect(stage.repository.requests.count == 1)
  }

  @Test func `What can be done with a post can be done with a match`() async {
    await stage.load()
    await find("tea")
    await stage.after { $0.openPost(at: 1) }
    #expect(stage.router.ways == ["post 31 as @ada@demo found by tea"])
    stage.presenter.viewWillDisappear()
    stage.presenter.viewDidAppear()
    #expect(stage.view.status == "1 of 5 matches")
    await stage.after { $0.copyText(at: 1) }
    #expect(stage.clipboard.copied == ["Tea 31"])
  }

  @Test func `The place that is remembered is that of the timeline`() async {
    await stage.load()
    await stage.select(10)
    await find("tea")
    await stage.select(3)
    await stage.after { $0.viewWillDisappear() }
    #expect(stage.session.load().accounts.values.first?.places[.home]?.key.id.rawValue == "11")
  }

  @Test func `Many matches are counted so far first, and then to the end`() async {
    let stage = await TimelineHarness([(.home, Post.fixtures(count: 1_500))], saysTotals: false).load()
    stage.repository.answerMatchCounts(.init(), .init(after: 2))
    await stage.after { $0.search("post") }
    #expect(stage.view.status == "1 of 1,000+ matches")
    await stage.advance(2)
    #expect(stage.view.status == "1 of 1,500 matches")
    await stage.after { $0.search("post 7") }
    #expect(stage.view.status == "1 of 1 match")
  }

  @Test func `Where the rest cannot be counted, what is known stays`() async {
    let stage = await TimelineHarness([(.home, Post.fixtures(count: 1_500))]).load()
    stage.repository.answerMatchCounts(.init(), .init(.offline(host: "t.example")))
    await stage.after { $0.search("post") }
    #expect(stage.view.status == "1 of 1,000+ matches")
    #expect(stage.view.notice == nil)
  }

  @Test func `Where nothing is found, the empty view says in how many posts and how to widen it`() async {
    await stage.load()
    await stage.select(5)
    await find("coffee since:2015")
    #expect(stage.view.standing == [.emptyView])
    #expect(stage.view.emptyView?.title == "Nothing found for “coffee since:2015”")
    #expect(stage.view.emptyView?.sentences.first?.contains("502 posts") == true)
    #expect(stage.view.emptyView?.sentences[1] == "Without since: it may find more.")
    #expect(stage.view.emptyView?.actions == [.clearSearch, .search])
    await stage.after { $0.clearSearch() }
    #expect(stage.view.standing == [.list])
    #expect(stage.view.selectedText == "Post 6")
  }

  @Test func `Where a timeline is wanted that there is not, that is said, and what may be meant`() async {
    await stage.load()
    await find("coffee in:mentons")
    #expect(stage.view.emptyView?.sentences[1] == "There is no timeline “mentons”; in:Mentions may be meant.")
    await find("coffee in:mentions")
    #expect(stage.view.emptyView?.sentences[1] == "Without in:mentions it may find more.")
  }

  @Test func `A query that means nothing is said, and the field stays open`() async {
    await stage.load()
    await stage.after { $0.beginSearch() }
    await find("since:yesterweek")
    #expect(stage.view.emptyView?.name == "meaningless search")
    #expect(stage.view.emptyView?.actions == [.clearSearch])
    #expect(stage.view.searchField != nil)
    await find("since:2015")
    #expect(stage.view.searchField == nil)
    #expect(stage.view.standing == [.list])
  }

  @Test func `The query can be edited, and while it is, what was found stands`() async {
    await stage.load()
    await find("tea")
    await stage.after { $0.beginSearch() }
    #expect(stage.view.searchField == "tea")
    #expect(stage.view.status == "5 matches")
    await stage.after { $0.searchWhileTyping("tea 3") }
    await find("tea 31")
    #expect(stage.view.texts == ["Tea 31"])
  }

  @Test(arguments: ["", "   "]) func `To search for nothing is to leave the search`(words: String) async {
    await stage.load()
    await find("tea")
    await find(words)
    #expect(stage.view.timeline?.isSearchResult == false)
    #expect(stage.view.standing == [.list])
  }

  @Test func `To refresh is to search again, and the selected match stays selected`() async {
    await stage.load()
    await find("tea")
    await stage.select(1)
    var posts = stage.repository.posts(of: .home)
    posts.insert(.fixture(id: "new", createdAt: .noon.addingTimeInterval(60), text: "Tea now"), at: 0)
    stage.repository.setPosts(posts, of: .home)
    await stage.after { $0.refresh() }
    #expect(stage.repository.refreshCount == 1)
    #expect(stage.view.rows.count == 6)
    #expect(stage.view.selectedText == "Tea 31")
    stage.repository.setTimelines([(.home, Post.fixtures(count: 3))])
    await stage.after { $0.refresh() }
    #expect(stage.view.emptyView?.name == "no matches")
  }

  @Test func `Whoever goes on while matches are asked for anew stays where they have gone`() async {
    await stage.load()
    await find("tea")
    await stage.select(1)
    let texts = stage.view.texts
    stage.repository.answerMatches(.init(after: 1))
    await stage.after { $0.refresh() }
    await stage.select(3)
    await stage.advance(1)
    #expect(stage.view.selectedText == texts[3])
    #expect(stage.repository.refreshCount == 1)
  }

  @Test func `While it looks, the posts stay and a notice says so`() async {
    await stage.load()
    stage.repository.answerMatches(.init(after: 3))
    await find("tea")
    #expect(stage.view.standing == [.list])
    #expect(stage.view.notice == nil)
    await stage.advance(1)
    #expect(stage.view.notice?.text == "Looking for “tea”…")
    #expect(stage.view.notice?.actions == [.cancel])
    await stage.advance(2)
    #expect(stage.view.notice == nil)
    #expect(stage.view.selectedText == "Tea 4")
  }

  @Test func `A search can be cancelled while it runs, and finds nothing any more`() async {
    await stage.load()
    for cancel in [{ $0.clearSearch() }, { $0.cancelLoading() }] as [(TimelinePresenter) -> Void] {
      stage.repository.answerMatches(.init(after: 3, isStubborn: true))
      await find("tea")
      await stage.advance(1)
      await stage.after(cancel)
      #expect(stage.view.notice == nil)
      await stage.advance(5)
      #expect(stage.view.selectedText == "Post 1")
      #expect(stage.view.timeline?.isSearchResult == false)
    }
  }

  @Test func `Whoever asks for something else does not wait for matches`() async {
    await stage.load()
    stage.repository.answerMatches(.init(after: 3))
    await find("tea")
    await stage.after { $0.refresh() }
    await stage.advance(5)
    #expect(stage.view.timeline?.isSearchResult == false)
    #expect(stage.repository.refreshCount == 1)
    // It can be looked for once more.
    await find("tea")
    #expect(stage.view.texts.first == "Tea 4")
  }

  @Test func `A failure is said above what stands`() async {
    await stage.load()
    stage.repository.answerMatches(.init(.offline(host: "t.example")))
    await find("tea")
    #expect(stage.view.standing == [.list])
    #expect(stage.view.notice?.text.hasPrefix("t.example does not answer") == true)
    #expect(stage.view.timeline?.isSearchResult == false)
    await find("tea")
    stage.repository.answerMatches(.init(.offline(host: "t.example")))
    await find("post")
    #expect(stage.view.selectedText == "Tea 4")
    #expect(stage.view.notice?.text.hasPrefix("t.example does not answer") == true)
    await find("coffee")
    stage.repository.answerMatches(.init(.offline(host: "t.example")))
    await find("post")
    #expect(stage.view.emptyView?.name == "offline")
    #expect(stage.view.emptyView?.actions.contains(.clearSearch) == true)
    await stage.after { $0.clearSearch() }
    #expect(stage.view.standing == [.list])
  }

  @Test func `A timeline that has become empty while a person typed stays what it is`() async {
    await stage.load()
    stage.repository.setTimelines([(.home, [])])
    await stage.after { $0.beginSearch() }
    await stage.after { $0.refresh() }
    await find("tea")
    #expect(stage.view.searchField == nil)
    #expect(stage.view.emptyView?.name == "no posts")
  }
}
