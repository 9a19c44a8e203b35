import Domain
import TestSupport
import Testing
import TimelineCore

@testable import Timeline

/// A search as a tab of its own, and the searches before it.
@MainActor @Suite struct SearchRecallTests {
  private let session = MemorySessionRepository(SessionState(searches: ["loom", "tea"]))

  private func stage(timelines: Int = 2) async -> TimelineHarness {
    let all: [(kind: TimelineID, posts: [Post])] = [(.home, Post.fixtures(count: 40)), (.mentions, [])]
    return await TimelineHarness(Array(all.prefix(timelines)), session: session).load()
  }

  private func type(_ text: String, on stage: TimelineHarness) async {
    await stage.after { $0.searchWhileTyping(text) }
  }
  private func earlier(_ text: String, on stage: TimelineHarness) async {
    await stage.after { $0.recallEarlierSearch(than: text) }
  }

  @Test func `It is a tab from its first letter until it is left, with what it has found`() async {
    let stage = await stage()
    await stage.after { $0.beginSearch() }
    #expect(stage.view.header.search == .init(words: "", found: ""))
    await type("Post", on: stage)
    #expect(stage.view.header.search == .init(words: "Post", found: "40 in all timelines", count: "40"))
    // So short a word is not looked for before it is whole: what stands answers something else.
    await type("Post 1", on: stage)
    #expect(stage.view.header.search == .init(words: "Post 1", found: ""))
    await type("since:", on: stage)
    #expect(stage.view.header.search == .init(words: "since:", found: ""))
    await type("is:", on: stage)
    #expect(stage.view.header.search == .init(words: "is:", found: "", canComplete: true))
    await stage.after { $0.search("dragon") }
    #expect(stage.view.header.search == .init(words: "dragon", found: "nothing in all timelines", count: "nothing"))
    await stage.after { $0.clearSearch() }
    #expect(stage.view.header.search == nil)
  }

  @Test func `A key that comes before what is remembered is answered when it is known, unless one has typed on`() async
  {
    let stage = await stage()
    await stage.after {
      $0.beginSearch()
      $0.recallEarlierSearch(than: "")
    }
    #expect(stage.view.searchField == "loom")
    let other = await self.stage()
    await other.after {
      $0.beginSearch()
      $0.recallEarlierSearch(than: "")
      $0.searchWhileTyping("te")
    }
    #expect(other.view.header.search?.words == "te")
    #expect(other.view.notice?.text.contains("searched for") != true)
  }

  @Test func `The word that is being typed becomes what there is`() async {
    let stage = await stage()
    await stage.after { $0.beginSearch() }
    await type("post -is:re", on: stage)
    #expect(stage.view.notice?.text == "Tab: is:repost · is:reply")
    await stage.after { $0.completeSearch("post -is:re") }
    #expect(stage.view.searchField == "post -is:repost ")
    #expect(stage.view.header.search?.canComplete == false)
    await type("in:me", on: stage)
    #expect(stage.view.notice?.text == "Tab: in:Mentions")
    await stage.after { $0.completeSearch("in:nothing") }
    #expect(stage.view.searchField == "post -is:repost ")
    let someone = Post.fixtures(count: 1)[0].author?.handle ?? ""
    await type("from:\(someone.prefix(1))", on: stage)
    #expect(stage.view.notice?.text.contains("from:\(someone)") == true)
    await stage.after { $0.search("post") }
    #expect(stage.view.header.search?.canComplete == false)
  }

  @Test func `It stands behind the last timeline: one on from it is the first, one back the last`() async {
    let stage = await stage()
    for (step, tab) in [({ $0.showNextTimeline() }, 0), ({ $0.showPreviousTimeline() }, 1)]
      as [((TimelinePresenter) -> Void, Int)]
    {
      await stage.after { $0.showTimeline(at: 0) }
      await stage.after { $0.search("Post 7") }
      await stage.after(step)
      #expect(stage.view.header.search == nil && stage.view.header.selectedTab == tab)
    }
  }

  @Test func `Of one timeline it is not said that all were looked through`() async {
    let stage = await stage(timelines: 1)
    await stage.after { $0.search("Post 7") }
    #expect(stage.view.header.search?.found == "1 found")
  }

  @Test func `Earlier searches come back one after another, and are looked for`() async {
    let stage = await stage()
    await stage.after { $0.beginSearch() }
    await type("Post", on: stage)
    await earlier("Post", on: stage)
    #expect(stage.view.searchField == "loom" && stage.view.header.search?.isRecalled == true)
    #expect(stage.view.emptyView?.name == "no matches")
    await earlier("loom", on: stage)
    #expect(stage.view.searchField == "tea")
    await earlier("tea", on: stage)
    #expect(stage.view.notice?.text == "There is no earlier search.")
    await stage.after { $0.recallLaterSearch() }
    #expect(stage.view.searchField == "loom")
    await stage.after { $0.recallLaterSearch() }
    #expect(stage.view.searchField == "Post" && stage.view.header.search?.isRecalled == false)
    #expect(stage.view.texts.count == 40)
  }

  @Test func `Where nothing has been looked for yet, that is said`() async {
    let stage = await TimelineHarness(posts: 3).load()
    await stage.after { $0.beginSearch() }
    await earlier("", on: stage)
    #expect(stage.view.notice?.text == "Nothing has been searched for yet.")
  }

  @Test func `Whoever types on is no longer among the earlier searches`() async {
    let stage = await stage()
    await stage.after { $0.beginSearch() }
    await earlier("", on: stage)
    await type("looms", on: stage)
    #expect(stage.view.header.search?.isRecalled == false)
    await earlier("looms", on: stage)
    #expect(stage.view.searchField == "loom")
  }

  @Test func `What is looked for is kept, the latest first and once, and what is no search is not`() async {
    let stage = await stage()
    for text in ["Post 1", "  Post   2 ", "tea", "since:", "   "] {
      await stage.after { $0.beginSearch() }
      await stage.after { $0.search(text) }
      await stage.after { $0.clearSearch() }
    }
    #expect(session.load().searches == ["tea", "Post 2", "Post 1", "loom"])
    await stage.after { $0.beginSearch() }
    await earlier("", on: stage)
    #expect(stage.view.searchField == "tea")
  }

  @Test func `A match that is opened says what it was found by`() async {
    let stage = await stage()
    await stage.after { $0.openPost(at: 0) }
    await stage.after { $0.search("Post 7") }
    await stage.after { $0.openPost(at: 0) }
    #expect(stage.router.ways == ["post 1 as @ada@demo", "post 7 as @ada@demo found by Post 7"])
  }

  @Test func `For how long it is looked for is said`() async {
    let stage = await stage()
    stage.repository.answerMatches(.init(after: 5))
    await stage.after { $0.search("Post 7") }
    await stage.advance(3.2)
    #expect(stage.view.notice?.text == "Looking for “Post 7”… 3 s")
    await stage.advance(3)
    #expect(stage.view.texts == ["Post 7"])
  }

  @Test func `Where the only search stands already, there is none before it`() async {
    let stage = await TimelineHarness(
      [(.home, Post.fixtures(count: 4))], session: MemorySessionRepository(SessionState())
    ).load()
    await stage.after { $0.beginSearch() }
    await earlier("", on: stage)
    #expect(stage.view.notice?.text == "Nothing has been searched for yet.")
    await stage.after { $0.search("Post 1") }
    await stage.after { $0.beginSearch() }
    await earlier("Post 1", on: stage)
    #expect(stage.view.notice?.text == "There is no earlier search.")
  }
}
