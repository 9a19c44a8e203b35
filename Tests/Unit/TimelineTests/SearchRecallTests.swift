import Domain
import TestSupport
import Testing
import TimelineCore

@testable import Timeline

/// The search tab, and recent searches.
@MainActor @Suite struct SearchRecallTests {
  private let session = MemorySessionRepository(SessionState(searches: ["loom", "tea"]))

  private func makeHarness(timelines: Int = 2) async -> TimelineHarness {
    let all: [(kind: TimelineID, posts: [Post])] = [(.home, Post.fixtures(count: 40)), (.mentions, [])]
    return await TimelineHarness(Array(all.prefix(timelines)), session: session).load()
  }

  private func type(_ text: String, on harness: TimelineHarness) async {
    await harness.after { $0.searchWhileTyping(text) }
  }
  private func earlier(_ text: String, on harness: TimelineHarness) async {
    await harness.after { $0.recallEarlierSearch(than: text) }
  }

  @Test func `The search replaces the tabs until it is closed, and the status counts its matches`() async {
    let harness = await makeHarness()
    await harness.after { $0.beginSearch() }
    let scope = "in all timelines"
    #expect(harness.view.header.search == .init(text: "", scope: scope))
    await type("Post", on: harness)
    #expect(harness.view.header.search == .init(text: "Post", scope: scope) && harness.view.status == "40 matches")
    // Short text is not searched yet, so the count of the posts on screen is not shown.
    await type("Post 1", on: harness)
    #expect(harness.view.header.search == .init(text: "Post 1", scope: scope) && harness.view.status == "")
    await type("since:", on: harness)
    #expect(harness.view.header.search == .init(text: "since:", scope: scope))
    await type("is:", on: harness)
    #expect(harness.view.header.search == .init(text: "is:", scope: scope, canComplete: true))
    await harness.after { $0.search("dragon") }
    #expect(harness.view.header.search == .init(text: "dragon", scope: scope))
    await harness.after { $0.clearSearch() }
    #expect(harness.view.header.search == nil)
  }

  @Test func `A recall waits until the history is loaded, unless the user types`() async {
    let harness = await makeHarness()
    await harness.after {
      $0.beginSearch()
      $0.recallEarlierSearch(than: "")
    }
    #expect(harness.view.searchField == "loom")
    let other = await makeHarness()
    await other.after {
      $0.beginSearch()
      $0.recallEarlierSearch(than: "")
      $0.searchWhileTyping("te")
    }
    #expect(other.view.header.search?.text == "te")
    #expect(other.view.notice?.text.contains("searched for") != true)
  }

  @Test func `The current word is completed`() async {
    let harness = await makeHarness()
    await harness.after { $0.beginSearch() }
    await type("post -is:re", on: harness)
    #expect(harness.view.notice?.text == "Tab: is:repost · is:reply")
    await harness.after { $0.completeSearch("post -is:re") }
    #expect(harness.view.searchField == "post -is:repost ")
    #expect(harness.view.header.search?.canComplete == false)
    await type("in:me", on: harness)
    #expect(harness.view.notice?.text == "Tab: in:Mentions")
    await harness.after { $0.completeSearch("in:nothing") }
    #expect(harness.view.searchField == "post -is:repost ")
    let someone = Post.fixtures(count: 1)[0].author?.handle ?? ""
    await type("from:\(someone.prefix(1))", on: harness)
    #expect(harness.view.notice?.text.contains("from:\(someone)") == true)
    await harness.after { $0.search("post") }
    #expect(harness.view.header.search?.canComplete == false)
  }

  @Test func `The search tab is after the last timeline`() async {
    let harness = await makeHarness()
    for (step, tab) in [({ $0.showNextTimeline() }, 0), ({ $0.showPreviousTimeline() }, 1)]
      as [((TimelinePresenter) -> Void, Int)]
    {
      await harness.after { $0.showTimeline(at: 0) }
      await harness.after { $0.search("Post 7") }
      await harness.after(step)
      #expect(harness.view.header.search == nil && harness.view.header.selectedTab == tab)
    }
  }

  @Test func `With one timeline the search does not mention all timelines`() async {
    let harness = await makeHarness(timelines: 1)
    await harness.after { $0.search("Post 7") }
    #expect(harness.view.header.search?.scope == "" && harness.view.status == "1 of 1 match")
  }

  @Test func `Earlier searches are recalled and searched`() async {
    let harness = await makeHarness()
    await harness.after { $0.beginSearch() }
    await type("Post", on: harness)
    await earlier("Post", on: harness)
    #expect(harness.view.searchField == "loom" && harness.view.header.search?.isRecalled == true)
    #expect(harness.view.emptyView?.name == "no matches")
    await earlier("loom", on: harness)
    #expect(harness.view.searchField == "tea")
    await earlier("tea", on: harness)
    #expect(harness.view.notice?.text == "No earlier search.")
    await harness.after { $0.recallLaterSearch() }
    #expect(harness.view.searchField == "loom")
    await harness.after { $0.recallLaterSearch() }
    #expect(harness.view.searchField == "Post" && harness.view.header.search?.isRecalled == false)
    #expect(harness.view.texts.count == 40)
  }

  @Test func `Without earlier searches a notice is shown`() async {
    let harness = await TimelineHarness(posts: 3).load()
    await harness.after { $0.beginSearch() }
    await earlier("", on: harness)
    #expect(harness.view.notice?.text == "No searches yet.")
  }

  @Test func `Typing ends the recall`() async {
    let harness = await makeHarness()
    await harness.after { $0.beginSearch() }
    await earlier("", on: harness)
    await type("looms", on: harness)
    #expect(harness.view.header.search?.isRecalled == false)
    await earlier("looms", on: harness)
    #expect(harness.view.searchField == "loom")
  }

  @Test func `Searches are stored once, newest first, without invalid ones`() async {
    let harness = await makeHarness()
    for text in ["Post 1", "  Post   2 ", "tea", "since:", "   "] {
      await harness.after { $0.beginSearch() }
      await harness.after { $0.search(text) }
      await harness.after { $0.clearSearch() }
    }
    #expect(session.load().searches == ["tea", "Post 2", "Post 1", "loom"])
    await harness.after { $0.beginSearch() }
    await earlier("", on: harness)
    #expect(harness.view.searchField == "tea")
  }

  @Test func `An opened match has its query`() async {
    let harness = await makeHarness()
    await harness.after { $0.openPost(at: 0) }
    await harness.after { $0.search("Post 7") }
    await harness.after { $0.openPost(at: 0) }
    #expect(harness.router.screens == ["post 1 as @ada@demo", "post 7 as @ada@demo found by Post 7"])
  }

  @Test func `The waiting time of a search is shown`() async {
    let harness = await makeHarness()
    harness.repository.setMatchResponses(.init(after: 5))
    await harness.after { $0.search("Post 7") }
    await harness.advance(3.2)
    #expect(harness.view.notice?.text == "Searching for “Post 7”… 3 s")
    await harness.advance(3)
    #expect(harness.view.texts == ["Post 7"])
  }

  @Test func `The only search in the history is not recalled onto itself`() async {
    let harness = await TimelineHarness(
      [(.home, Post.fixtures(count: 4))], session: MemorySessionRepository(SessionState())
    ).load()
    await harness.after { $0.beginSearch() }
    await earlier("", on: harness)
    #expect(harness.view.notice?.text == "No searches yet.")
    await harness.after { $0.search("Post 1") }
    await harness.after { $0.beginSearch() }
    await earlier("Post 1", on: harness)
    #expect(harness.view.notice?.text == "No earlier search.")
  }
}
