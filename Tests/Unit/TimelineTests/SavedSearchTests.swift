import Domain
import Runtime
import TestSupport
import Testing
import TimelineCore

@testable import Timeline

/// Saved searches as tabs.
@MainActor @Suite struct SavedSearchTests {
  private let clock = VirtualClock(now: .noon)
  private let session = MemorySessionRepository()
  private let posts: [Post]

  init() {
    var posts = Post.fixtures(count: 100)
    for index in [3, 30, 99] {
      posts[index] = .fixture(id: "\(index + 1)", createdAt: posts[index].createdAt, text: "Tea \(index + 1)")
    }
    self.posts = posts
  }

  private func makeHarness(set: [ConfiguredSearch] = [], first: TimelineID? = nil) -> TimelineHarness {
    TimelineHarness(
      [(.home, posts), (.mentions, [])], firstTimeline: first, session: session,
      setSearches: set,
      makeSearchAccounts: { [clock, posts] in
        SearchAccounts(clock: clock) {
          let repository = PagedTimelineRepository([(.home, posts)], clock: clock)
          return [SearchableAccount(account: .fixture(), search: repository)]
        }
      }, clock: clock)
  }

  private func names(_ harness: TimelineHarness) -> [String] { harness.view.header.tabs.map(\.name) }

  @Test func `A key saves the search as a tab, and removes it again`() async {
    let harness = await makeHarness().load()
    #expect(harness.view.header.savedSearchAction == nil)
    await harness.after { $0.search("tea") }
    #expect(harness.view.header.savedSearchAction == .save)
    await harness.after { $0.toggleSavedSearch() }
    #expect(names(harness) == ["Home", "Mentions", "“tea”"])
    #expect(harness.view.header.selectedTab == 2 && harness.view.header.search == nil)
    #expect(harness.view.texts == ["Tea 4", "Tea 31", "Tea 100"])
    #expect(harness.view.rows.allSatisfy { $0.text.contains { $0.kind == .match } && !$0.isUnread })
    #expect(harness.view.status == "1 of 3")
    #expect(harness.view.notice?.text == "“tea” saved as a tab · U undo")
    #expect(session.load().savedSearches == [SavedSearch("tea", in: .demo("ada@demo"))])
    #expect(harness.view.header.savedSearchAction == .remove)
    await harness.after { $0.toggleSavedSearch() }
    #expect(names(harness) == ["Home", "Mentions"])
    #expect(harness.view.header.selectedTab == 1)
    #expect(session.load().savedSearches.isEmpty)
    await harness.after { $0.undo() }
    #expect(names(harness) == ["Home", "Mentions", "“tea”"])
    #expect(harness.view.header.selectedTab == 2)
    #expect(session.load().savedSearches.count == 1)
    await harness.after { $0.undo() }
    #expect(names(harness) == ["Home", "Mentions"])
    #expect(harness.presenter.undoTitle == nil)
  }

  @Test func `The tab starts at the selected match, also when saved again`() async {
    let harness = await makeHarness().load()
    for match in [2, 1, 0] {
      await harness.after { $0.search("tea") }
      await harness.select(match)
      await harness.after { $0.toggleSavedSearch() }
      #expect(harness.view.header.savedSearchAction == .remove)
      #expect(harness.view.selectedText == ["Tea 4", "Tea 31", "Tea 100"][match])
      #expect(harness.view.status == "\(match + 1) of 3")
      await harness.after { $0.toggleSavedSearch() }
      await harness.after { $0.showTimeline(at: 0) }
    }
  }

  @Test func `The tab is restored with its position`() async {
    let before = await makeHarness().load()
    await before.after { $0.search("tea") }
    await before.after { $0.toggleSavedSearch() }
    await before.select(2)
    await before.after { $0.viewWillDisappear() }
    let harness = await makeHarness().load()
    #expect(names(harness) == ["Home", "Mentions", "“tea”"])
    #expect(harness.view.header.selectedTab == 2)
    #expect(harness.view.timeline?.selection == 2)
    await harness.after { $0.showTimeline(at: 0) }
    #expect(harness.view.texts.first == "Post 1" && harness.view.texts.count > 3)
    await harness.after { $0.showPreviousTimeline() }
    #expect(harness.view.texts == ["Tea 4", "Tea 31", "Tea 100"])
  }

  @Test func `Removing a tab during a search keeps the other tabs`() async {
    let before = await makeHarness().load()
    await before.after { $0.search("tea") }
    await before.after { $0.toggleSavedSearch() }
    await before.after { $0.viewWillDisappear() }
    let harness = await makeHarness().load()
    #expect(harness.view.header.selectedTab == 2)
    await harness.after { $0.search("tea 4") }
    await harness.after { _ in _ = harness.saved.remove(SavedSearch("tea", in: .demo("ada@demo"))) }
    await harness.after { $0.clearSearch() }
    #expect(names(harness) == ["Home", "Mentions"])
    #expect(!harness.presenter.timelines.loading.isRunning && harness.presenter.timelines.pager.content != .loading)
  }

  @Test func `A search removed elsewhere leaves no broken tab`() async throws {
    let before = await makeHarness().load()
    await before.after { $0.search("tea") }
    await before.after { $0.toggleSavedSearch() }
    await before.after { $0.viewWillDisappear() }
    try session.update { $0.savedSearches = [] }
    let harness = await makeHarness().load()
    #expect(names(harness) == ["Home", "Mentions"])
    #expect(harness.view.texts.first == "Post 1" && harness.view.texts.count > 3)
  }

  @Test func `A tab without matches shows that and offers a new search`() async {
    let harness = await makeHarness(set: [ConfiguredSearch(name: "Dragons", query: "dragon", account: "ada")]).load()
    await harness.after { $0.showTimeline(at: 2) }
    #expect(harness.view.emptyView?.title == "No results for “dragon”")
    #expect(harness.view.emptyView?.sentences.first == "Searched 100 posts, newest first.")
    #expect(harness.view.emptyView?.actions == [.search, .nextTimeline])
    #expect(harness.view.header.savedSearchAction == nil)
    await harness.after { $0.search("tea") }
    #expect(harness.view.texts == ["Tea 4", "Tea 31", "Tea 100"])
    await harness.after { $0.clearSearch() }
    #expect(harness.view.emptyView?.title == "No results for “dragon”")
  }

  @Test(arguments: ["dragon", "since:x"])
  func `A new search in an empty tab does not show the old empty view`(
    query: String
  ) async {
    let harness = await makeHarness(set: [ConfiguredSearch(name: "Nothing", query: query, account: "ada")]).load()
    await harness.after { $0.showTimeline(at: 2) }
    let words = harness.view.emptyView
    #expect(words?.title.isEmpty == false && words?.name != "new search")
    await harness.after { $0.beginSearch() }
    #expect(harness.view.emptyView?.name == "new search")
    #expect(harness.view.notice == nil)
    for text in ["te", "#te"] {
      await harness.after { $0.searchWhileTyping(text) }
      #expect(harness.view.emptyView?.name == "new search")
      #expect(harness.view.emptyView?.actions == [.clearSearch])
      #expect(harness.view.notice?.text == "Keep typing, or Enter to search “\(text)”.")
    }
    await harness.after { $0.searchWhileTyping("from:") }
    #expect(harness.view.emptyView?.name == "new search")
    #expect(harness.view.notice?.text == "Expected a handle after from:, at character 6.")
    await harness.after { $0.searchWhileTyping("tea") }
    #expect(harness.view.texts == ["Tea 4", "Tea 31", "Tea 100"])
    #expect(harness.view.notice == nil)
    await harness.after { $0.searchWhileTyping("wyvern") }
    #expect(harness.view.emptyView?.title == "No results for “wyvern”")
    await harness.after { $0.searchWhileTyping("") }
    #expect(harness.view.emptyView?.name == "new search")
    await harness.after { $0.clearSearch() }
    #expect(harness.view.emptyView == words)
    #expect(harness.view.notice == nil)
  }

  @Test func `A slow or failed search in an empty tab shows a notice`() async {
    let harness = await makeHarness(set: [ConfiguredSearch(name: "Dragons", query: "dragon", account: "ada")]).load()
    await harness.after { $0.showTimeline(at: 2) }
    harness.repository.setMatchResponses(.init(after: 3))
    await harness.after { $0.search("tea") }
    await harness.advance(1)
    #expect(harness.view.emptyView?.name == "new search")
    #expect(harness.view.emptyView?.actions == [.clearSearch, .search])
    #expect(harness.view.notice?.text == "Searching for “tea”…")
    await harness.after { $0.clearSearch() }
    #expect(harness.view.emptyView?.title == "No results for “dragon”")
    #expect(harness.view.notice == nil)
    harness.repository.setMatchResponses(.init(.offline(host: "t.example")))
    await harness.after { $0.beginSearch() }
    await harness.after { $0.searchWhileTyping("tea") }
    #expect(harness.view.emptyView?.name == "offline")
  }

  @Test func `The position of a removed tab is not stored`() async {
    let harness = await makeHarness().load()
    let (account, search) = (Account.fixture().id, TimelineID.search("tea"))
    await harness.after { $0.search("tea") }
    await harness.after { $0.toggleSavedSearch() }
    await harness.select(2)
    await harness.after { $0.viewWillDisappear() }
    #expect(session.load().accounts[account]?.positions[search] != nil)
    #expect(session.load().accounts[account]?.lastTimeline?.id == search)
    await harness.after { $0.viewDidAppear() }
    await harness.after { $0.toggleSavedSearch() }
    await harness.after { $0.viewWillDisappear() }
    #expect(names(harness) == ["Home", "Mentions"])
    #expect(session.load().accounts[account]?.positions.keys.contains(search) == false)
    #expect(session.load().accounts[account]?.lastTimeline?.id == .mentions)
  }

  @Test func `The settings define named searches of one or all accounts`() async {
    let set = [
      ConfiguredSearch(name: "Tea time", query: "tea"),
      ConfiguredSearch(name: "Mine", query: "tea 4", account: "@ada@demo"),
      ConfiguredSearch(name: "Not here", query: "tea", account: "grace@sea"),
    ]
    let harness = await makeHarness(set: set).load()
    #expect(names(harness) == ["Home", "Mentions", "Tea time", "Mine"])
    await harness.after { $0.showTimeline(at: 2) }
    #expect(harness.view.texts == ["Tea 4", "Tea 31", "Tea 100"])
    #expect(harness.view.header.savedSearchAction == nil)
    // A search from the settings is not saved again.
    await harness.after { $0.showTimeline(at: 0) }
    await harness.after { $0.search("tea 4") }
    await harness.after { $0.toggleSavedSearch() }
    #expect(harness.view.header.selectedTab == 3)
    #expect(session.load().savedSearches.isEmpty)
  }

  @Test func `Searches of other accounts are not shown, those of all accounts are`() async throws {
    try session.update { session in
      session.save(SavedSearch("tea", in: .store("gone")))
      session.save(SavedSearch("tea", in: nil))
    }
    let harness = await makeHarness().load()
    #expect(names(harness) == ["Home", "Mentions", "“tea”"])
    await harness.after { $0.showTimeline(at: 2) }
    #expect(harness.view.texts == ["Tea 4", "Tea 31", "Tea 100"])
    #expect(harness.view.header.capabilities.canGoToOldest == false)
  }

  @Test func `Saved searches have no unread posts, other tabs do`() async {
    let harness = await makeHarness(set: [ConfiguredSearch(name: "Tea", query: "tea", account: "ada")]).load()
    await harness.after { $0.showTimeline(at: 2) }
    await harness.after { $0.markAllRead() }
    await harness.after { $0.showNextUnread() }
    #expect(harness.view.header.tabs.map(\.unreadCount) == [0, 0, 0])
    #expect(!harness.view.header.hasUnread)
    await harness.after { $0.viewWillDisappear() }
    #expect(session.load().accounts.values.allSatisfy { $0.marks.keys.allSatisfy { $0.query == nil } })
  }
}
