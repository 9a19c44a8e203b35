import Domain
import Runtime
import TestSupport
import Testing
import TimelineCore

@testable import Timeline

/// Searches that stand as tabs.
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

  private func stage(set: [ConfiguredSearch] = [], first: TimelineID? = nil) -> TimelineHarness {
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

  private func names(_ stage: TimelineHarness) -> [String] { stage.view.header.tabs.map(\.name) }

  @Test func `A key keeps the search that stands as a tab, and the same key forgets it`() async {
    let stage = await stage().load()
    #expect(stage.view.header.keeping == nil)
    await stage.after { $0.search("tea") }
    #expect(stage.view.header.keeping == .keep)
    await stage.after { $0.keepSearch() }
    #expect(names(stage) == ["Home", "Mentions", "“tea”"])
    #expect(stage.view.header.selectedTab == 2 && stage.view.header.search == nil)
    #expect(stage.view.texts == ["Tea 4", "Tea 31", "Tea 100"])
    #expect(stage.view.rows.allSatisfy { $0.text.contains { $0.kind == .match } && !$0.isUnread })
    #expect(stage.view.status == "1 of 3")
    #expect(stage.view.notice?.text == "“tea” is a tab now. U takes it back.")
    #expect(session.load().savedSearches == [SavedSearch("tea", in: .demo("ada@demo"))])
    #expect(stage.view.header.keeping == .forget)
    await stage.after { $0.keepSearch() }
    #expect(names(stage) == ["Home", "Mentions"])
    #expect(stage.view.header.selectedTab == 1)
    #expect(session.load().savedSearches.isEmpty)
    await stage.after { $0.takeBack() }
    #expect(names(stage) == ["Home", "Mentions", "“tea”"])
    #expect(stage.view.header.selectedTab == 2)
    #expect(session.load().savedSearches.count == 1)
    await stage.after { $0.takeBack() }
    #expect(names(stage) == ["Home", "Mentions"])
    #expect(stage.view.header.takenBackNext == nil)
  }

  @Test func `It stands at the match that was selected, also where it stood elsewhere before it was forgotten`() async {
    let stage = await stage().load()
    for match in [2, 1, 0] {
      await stage.after { $0.search("tea") }
      await stage.select(match)
      await stage.after { $0.keepSearch() }
      #expect(stage.view.header.keeping == .forget)
      #expect(stage.view.selectedText == ["Tea 4", "Tea 31", "Tea 100"][match])
      #expect(stage.view.status == "\(match + 1) of 3")
      await stage.after { $0.keepSearch() }
      await stage.after { $0.showTimeline(at: 0) }
    }
  }

  @Test func `It stands there after another start, at its place`() async {
    let before = await stage().load()
    await before.after { $0.search("tea") }
    await before.after { $0.keepSearch() }
    await before.select(2)
    await before.after { $0.viewWillDisappear() }
    let stage = await stage().load()
    #expect(names(stage) == ["Home", "Mentions", "“tea”"])
    #expect(stage.view.header.selectedTab == 2)
    #expect(stage.view.timeline?.selection == 2)
    await stage.after { $0.showTimeline(at: 0) }
    #expect(stage.view.texts.first == "Post 1" && stage.view.texts.count > 3)
    await stage.after { $0.showPreviousTimeline() }
    #expect(stage.view.texts == ["Tea 4", "Tea 31", "Tea 100"])
  }

  @Test func `A tab that goes while something else is looked for leaves another that is loaded`() async {
    let before = await stage().load()
    await before.after { $0.search("tea") }
    await before.after { $0.keepSearch() }
    await before.after { $0.viewWillDisappear() }
    let stage = await stage().load()
    #expect(stage.view.header.selectedTab == 2)
    await stage.after { $0.search("tea 4") }
    await stage.after { _ = $0.dependencies.saved.forget(SavedSearch("tea", in: .demo("ada@demo"))) }
    await stage.after { $0.clearSearch() }
    #expect(names(stage) == ["Home", "Mentions"])
    #expect(!stage.presenter.loading.isRunning && stage.presenter.pager.content != .loading)
  }

  @Test func `What has been forgotten elsewhere is no broken tab`() async throws {
    let before = await stage().load()
    await before.after { $0.search("tea") }
    await before.after { $0.keepSearch() }
    await before.after { $0.viewWillDisappear() }
    try session.update { $0.savedSearches = [] }
    let stage = await stage().load()
    #expect(names(stage) == ["Home", "Mentions"])
    #expect(stage.view.texts.first == "Post 1" && stage.view.texts.count > 3)
  }

  @Test func `One that finds nothing says so, and leads on to another search`() async {
    let stage = await stage(set: [ConfiguredSearch(name: "Dragons", query: "dragon", account: "ada")]).load()
    await stage.after { $0.showTimeline(at: 2) }
    #expect(stage.view.emptyView?.title == "Nothing found for “dragon”")
    #expect(stage.view.emptyView?.sentences.first == "Tern looked through 100 posts, from the newest to the oldest.")
    #expect(stage.view.emptyView?.actions == [.search, .nextTimeline])
    #expect(stage.view.header.keeping == nil)
    await stage.after { $0.search("tea") }
    #expect(stage.view.texts == ["Tea 4", "Tea 31", "Tea 100"])
    await stage.after { $0.clearSearch() }
    #expect(stage.view.emptyView?.title == "Nothing found for “dragon”")
  }

  @Test(arguments: ["dragon", "since:x"])
  func `What is typed in a tab that has found nothing is not answered with what the tab looks for`(
    query: String
  ) async {
    let stage = await stage(set: [ConfiguredSearch(name: "Nothing", query: query, account: "ada")]).load()
    await stage.after { $0.showTimeline(at: 2) }
    let words = stage.view.emptyView
    #expect(words?.title.isEmpty == false && words?.name != "another search")
    await stage.after { $0.beginSearch() }
    #expect(stage.view.emptyView?.name == "another search")
    #expect(stage.view.notice == nil)
    for text in ["te", "#te"] {
      await stage.after { $0.searchWhileTyping(text) }
      #expect(stage.view.emptyView?.name == "another search")
      #expect(stage.view.emptyView?.actions == [.clearSearch])
      #expect(stage.view.notice?.text == "Type on, or Enter looks for “\(text)”.")
    }
    await stage.after { $0.searchWhileTyping("from:") }
    #expect(stage.view.emptyView?.name == "another search")
    #expect(stage.view.notice?.text == "This wants a handle after from:, at character 6.")
    await stage.after { $0.searchWhileTyping("tea") }
    #expect(stage.view.texts == ["Tea 4", "Tea 31", "Tea 100"])
    #expect(stage.view.notice == nil)
    await stage.after { $0.searchWhileTyping("wyvern") }
    #expect(stage.view.emptyView?.title == "Nothing found for “wyvern”")
    await stage.after { $0.searchWhileTyping("") }
    #expect(stage.view.emptyView?.name == "another search")
    await stage.after { $0.clearSearch() }
    #expect(stage.view.emptyView == words)
    #expect(stage.view.notice == nil)
  }

  @Test func `What takes its time beside a tab that has found nothing is spoken of, and so is its failure`() async {
    let stage = await stage(set: [ConfiguredSearch(name: "Dragons", query: "dragon", account: "ada")]).load()
    await stage.after { $0.showTimeline(at: 2) }
    stage.repository.answerMatches(.init(after: 3))
    await stage.after { $0.search("tea") }
    await stage.advance(1)
    #expect(stage.view.emptyView?.name == "another search")
    #expect(stage.view.emptyView?.actions == [.clearSearch, .search])
    #expect(stage.view.notice?.text == "Looking for “tea”…")
    await stage.after { $0.clearSearch() }
    #expect(stage.view.emptyView?.title == "Nothing found for “dragon”")
    #expect(stage.view.notice == nil)
    stage.repository.answerMatches(.init(.offline(host: "t.example")))
    await stage.after { $0.beginSearch() }
    await stage.after { $0.searchWhileTyping("tea") }
    #expect(stage.view.emptyView?.name == "offline")
  }

  @Test func `Nothing is kept of where one stood that is forgotten`() async {
    let stage = await stage().load()
    let (account, search) = (Account.fixture().id, TimelineID.search("tea"))
    await stage.after { $0.search("tea") }
    await stage.after { $0.keepSearch() }
    await stage.select(2)
    await stage.after { $0.viewWillDisappear() }
    #expect(session.load().accounts[account]?.places[search] != nil)
    #expect(session.load().accounts[account]?.lastTimeline?.id == search)
    await stage.after { $0.viewDidAppear() }
    await stage.after { $0.keepSearch() }
    await stage.after { $0.viewWillDisappear() }
    #expect(names(stage) == ["Home", "Mentions"])
    #expect(session.load().accounts[account]?.places.keys.contains(search) == false)
    #expect(session.load().accounts[account]?.lastTimeline?.id == .mentions)
  }

  @Test func `The settings have searches of an account and of all, under names of their own`() async {
    let set = [
      ConfiguredSearch(name: "Tea time", query: "tea"),
      ConfiguredSearch(name: "Mine", query: "tea 4", account: "@ada@demo"),
      ConfiguredSearch(name: "Not here", query: "tea", account: "grace@sea"),
    ]
    let stage = await stage(set: set).load()
    #expect(names(stage) == ["Home", "Mentions", "Tea time", "Mine"])
    await stage.after { $0.showTimeline(at: 2) }
    #expect(stage.view.texts == ["Tea 4", "Tea 31", "Tea 100"])
    #expect(stage.view.header.keeping == nil)
    // What is set is not kept a second time.
    await stage.after { $0.showTimeline(at: 0) }
    await stage.after { $0.search("tea 4") }
    await stage.after { $0.keepSearch() }
    #expect(stage.view.header.selectedTab == 3)
    #expect(session.load().savedSearches.isEmpty)
  }

  @Test func `One of another account is none here, and one of all stands in each`() async throws {
    try session.update { session in
      session.save(SavedSearch("tea", in: .store("gone")))
      session.save(SavedSearch("tea", in: nil))
    }
    let stage = await stage().load()
    #expect(names(stage) == ["Home", "Mentions", "“tea”"])
    await stage.after { $0.showTimeline(at: 2) }
    #expect(stage.view.texts == ["Tea 4", "Tea 31", "Tea 100"])
    #expect(stage.view.header.abilities.canGoToOldest == false)
  }

  @Test func `Nothing of it is unread, and what is unread elsewhere is counted all the same`() async {
    let stage = await stage(set: [ConfiguredSearch(name: "Tea", query: "tea", account: "ada")]).load()
    await stage.after { $0.showTimeline(at: 2) }
    await stage.after { $0.markAllRead() }
    await stage.after { $0.showNextUnread() }
    #expect(stage.view.header.tabs.map(\.unreadCount) == [0, 0, 0])
    #expect(!stage.view.header.hasUnread)
    await stage.after { $0.viewWillDisappear() }
    #expect(session.load().accounts.values.allSatisfy { $0.marks.keys.allSatisfy { $0.query == nil } })
  }
}
