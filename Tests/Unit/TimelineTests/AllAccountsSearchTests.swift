import Domain
import PostCell
import ScreenSupport
import Runtime
import Synchronization
import TestSupport
import Testing
import TimelineCore

@testable import Timeline

@MainActor @Suite struct AllAccountsSearchTests {
  private let clock = VirtualClock(now: .noon)
  private let own = Account.fixture()
  private let other = Account.fixture(handle: "grace@sea", origin: .imported(format: "X archive"))
  private let others: PagedTimelineRepository
  private let harness: TimelineHarness
  private let opened = OpenedAccounts()
  private let counting = CountDelay()

  @MainActor final class OpenedAccounts {
    var posts: [String] = []
    var destinations: [PostDestination] = []
    var selected: [String] = []
    let actor = PostActionService()
    var isDisconnected = false
  }

  init() {
    func post(_ id: String, _ minutes: Double, of account: Account) -> Post {
      var post = Post.fixture(id: id, createdAt: .noon.minutesAgo(minutes), text: "Tea \(id)")
      post.ref.account = account.id
      return post
    }
    let mine = PagedTimelineRepository([(.home, [post("1", 1, of: own), post("3", 3, of: own)])], clock: clock)
    let others = PagedTimelineRepository([(.home, [post("2", 2, of: other)])], clock: clock)
    self.others = others
    let accounts = [
      SearchableAccount(account: own, search: mine), SearchableAccount(account: other, search: others),
    ]
    harness = TimelineHarness(
      [(.home, [post("1", 1, of: own), post("3", 3, of: own)]), (.mentions, [])], account: own,
      makeSearchAccounts: { [clock, counting] in
        SearchAccountsCountingSlowly(SearchAccounts(clock: clock) { accounts }, counting, clock)
      },
      other: { [opened] account in
        opened.isDisconnected
          ? nil
          : ForeignAccountContext(
            session: AccountSession(
              account: account, navigation: NavigationCapabilities(profiles: true), actions: opened.actor),
            showPost: { post, query in
              opened.posts.append("\(post.id.rawValue) of \(account.label) by \(query?.text ?? "nothing")")
            }, show: { opened.destinations.append($0) }, select: { post, _ in opened.selected.append(post.id.rawValue) }
          )
      }, clock: clock)
  }

  /// The seconds that counting takes.
  private final class CountDelay: Sendable {
    let seconds = Mutex(0.0)
  }

  private struct SearchAccountsCountingSlowly: SearchAccountsUseCase {
    let search: SearchAccounts
    let counting: CountDelay
    let clock: any WallClock

    init(_ search: SearchAccounts, _ counting: CountDelay, _ clock: any WallClock) {
      (self.search, self.counting, self.clock) = (search, counting, clock)
    }

    var result: MultiAccountResult { search.result }

    func accounts() async -> [Account] { await search.accounts() }

    func waitForMoreAccounts() async -> Bool { await search.waitForMoreAccounts() }

    func page(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
      try await search.page(of: query, request)
    }

    func count(of query: SearchQuery, beside page: TimelinePage) async throws(TimelineError) -> MatchCount {
      await takeTime()
      return try await search.count(of: query, beside: page)
    }

    func count(of query: SearchQuery) async throws(TimelineError) -> MatchCount {
      await takeTime()
      return try await search.count(of: query)
    }

    private func takeTime() async {
      let seconds = counting.seconds.withLock { $0 }
      if seconds > 0 { try? await clock.sleep(seconds: seconds) }
    }
  }

  private func find(_ text: String) async {
    await harness.after { $0.beginSearch() }
    await harness.after { $0.searchWhileTyping(text) }
  }

  @Test func `A key switches between all accounts and this one`() async {
    await harness.load()
    await find("tea")
    #expect(harness.view.header.search?.scope == "in all timelines" && harness.view.status.hasSuffix("2 matches"))
    #expect(harness.view.header.search?.otherScope == .allAccounts)
    await harness.after { $0.switchSearchScope() }
    #expect(harness.view.texts == ["Tea 1", "Tea 2", "Tea 3"])
    #expect(harness.view.header.search?.scope == "in all accounts" && harness.view.status.hasSuffix("3 matches"))
    #expect(harness.view.header.search?.otherScope == .thisAccount)
    #expect(harness.view.rows.map(\.account?.letter) == ["A", "G", "A"])
    await harness.after { $0.search("tea 2") }
    #expect(harness.view.texts == ["Tea 2"])
    await harness.after { $0.switchSearchScope() }
    #expect(harness.view.emptyView?.title == "No results for “tea 2”")
    await harness.after { $0.clearSearch() }
    await find("tea")
    #expect(harness.view.header.search?.scope == "in all timelines" && harness.view.status.hasSuffix("2 matches"))
    #expect(harness.view.rows.allSatisfy { $0.account == nil })
  }

  @Test func `A post of another account is opened and acted on in that account`() async {
    await harness.load()
    await find("tea")
    await harness.after { $0.switchSearchScope() }
    await harness.after { $0.search("tea") }
    await harness.select(1)
    await harness.after { $0.openPost(at: 1) }
    await harness.after { $0.openProfile(0, at: 1) }
    await harness.after { $0.openPost(at: 0) }
    #expect(opened.posts == ["2 of @grace@sea by tea"])
    #expect(opened.selected == ["2"])
    #expect(opened.destinations == [.profile(.fixture())])
    #expect(harness.router.screens == ["post 1 as Ada Lovelace found by tea"] || harness.router.screens.count == 1)
    let capabilities = harness.view.header.capabilities
    #expect(!capabilities.canGoToOldest && !capabilities.canGoToDate)
  }

  @Test func `Undo applies to the newest action of any account`() async {
    await harness.load()
    await find("tea")
    await harness.after { $0.switchSearchScope() }
    await harness.after { $0.search("tea") }
    harness.presenter.session.actions.history.add(.init("done here") {})
    await harness.after { $0.openPost(at: 1) }
    opened.actor.history.add(.init("done there") {})
    #expect(harness.presenter.undoTitle == "done there")
    await harness.select(0)
    await harness.after { $0.undo() }
    #expect(opened.actor.history.latest == nil)
    #expect(harness.presenter.undoTitle == "done here")
    await harness.after { $0.clearSearch() }
    opened.actor.history.add(.init("done there") {})
    #expect(harness.presenter.undoTitle == "done there")
  }

  @Test func `Posts of a removed account have no actions`() async {
    await harness.load()
    await find("tea")
    await harness.after { $0.switchSearchScope() }
    await harness.after { $0.search("tea") }
    #expect(harness.presenter.availability(at: 1) != .none)
    opened.isDisconnected = true
    #expect(harness.presenter.availability(at: 1) == .none)
    #expect(harness.presenter.destinations(at: 1) == PostLinksViewModel())
    await harness.after { $0.openPost(at: 1) }
    await harness.after { $0.openProfile(0, at: 1) }
    #expect(harness.router.screens.isEmpty && opened.posts.isEmpty && opened.destinations.isEmpty)
    await harness.after { $0.openPost(at: 0) }
    #expect(harness.router.screens.count == 1)
  }

  @Test func `Accounts that could not be searched are named above the matches`() async {
    await harness.load()
    others.setMatchResponses(
      .init(after: 0, .offline(host: "sea.example")), .init(after: 0, .offline(host: "sea.example")))
    await find("tea")
    await harness.after { $0.switchSearchScope() }
    #expect(harness.view.texts == ["Tea 1", "Tea 3"])
    let words = "@grace@sea could not be searched: can’t reach sea.example"
    #expect(harness.view.notice?.text == words)
    await harness.after { $0.search("coffee") }
    #expect(harness.view.emptyView?.sentences.contains("\(words).") == true)
    await harness.after { $0.search("tea") }
    #expect(harness.view.texts == ["Tea 1", "Tea 2", "Tea 3"])
    #expect(harness.view.notice == nil)
  }

  @Test func `Matches of one account are shown while another is slow`() async {
    await harness.load()
    others.setMatchResponses(.init(after: 3))
    await find("tea")
    await harness.after { $0.switchSearchScope() }
    #expect(!harness.view.status.contains("match"))
    await harness.advance(0.1)
    #expect(harness.view.texts == ["Tea 1", "Tea 3"])
    #expect(harness.view.header.search?.scope == "in all accounts" && harness.view.status.hasSuffix("2+ matches"))
    #expect(harness.view.notice?.text == "Still searching @grace@sea…")
    await harness.after { $0.search("tea") }
    await harness.select(1)
    await harness.advance(3)
    #expect(harness.view.texts == ["Tea 1", "Tea 2", "Tea 3"])
    // After a move the selected post stays.
    #expect(harness.view.timeline?.selection == 2)
    #expect(harness.view.header.search?.scope == "in all accounts" && harness.view.status.hasSuffix("3 matches"))
    #expect(harness.view.notice == nil)
  }

  /// Lets the other account respond while the matches of the first one are counted.
  private func doWhileOthersAnswer(_ action: (TimelinePresenter) -> Void) async {
    others.setMatchResponses(.init(after: 1))
    counting.seconds.withLock { $0 = 2 }
    await harness.after(action)
    await harness.advance(0.1)
    await harness.advance(2)
    counting.seconds.withLock { $0 = 0 }
    await harness.advance(2)
  }

  @Test func `An account that responds during counting is included`() async {
    await harness.load()
    await find("tea")
    await doWhileOthersAnswer { $0.switchSearchScope() }
    #expect(harness.view.texts == ["Tea 1", "Tea 2", "Tea 3"])
    #expect(harness.view.header.search?.scope == "in all accounts" && harness.view.status.hasSuffix("3 matches"))
    await harness.after { $0.search("tea") }
    await doWhileOthersAnswer { $0.toggleSavedSearch() }
    #expect(harness.view.texts == ["Tea 1", "Tea 2", "Tea 3"])
    #expect(harness.view.status == "as @ada@demo · 1 of 3")
  }

  @Test func `Matches of a slow account appear in the tab after another search`() async {
    await harness.load()
    await find("tea")
    await harness.after { $0.switchSearchScope() }
    await harness.after { $0.search("tea") }
    others.setMatchResponses(.init(after: 3))
    await harness.after { $0.toggleSavedSearch() }
    await harness.advance(0.1)
    #expect(harness.view.texts == ["Tea 1", "Tea 3"])
    await harness.after { $0.search("tea 1") }
    await harness.advance(3)
    #expect(harness.view.texts == ["Tea 1"])
    await harness.after { $0.clearSearch() }
    #expect(harness.view.texts == ["Tea 1", "Tea 2", "Tea 3"])
  }

  @Test func `So do matches that arrive when the user starts another search`() async {
    await harness.load()
    await find("tea")
    await harness.after { $0.switchSearchScope() }
    await harness.after { $0.search("tea") }
    others.setMatchResponses(.init(after: 3))
    await harness.after { $0.toggleSavedSearch() }
    await harness.advance(0.1)
    counting.seconds.withLock { $0 = 2 }
    await harness.advance(3)
    #expect(harness.view.texts == ["Tea 1", "Tea 3"])
    counting.seconds.withLock { $0 = 0 }
    await harness.after { $0.search("tea 1") }
    await harness.after { $0.clearSearch() }
    #expect(harness.view.texts == ["Tea 1", "Tea 2", "Tea 3"])
  }

  @Test func `A cancelled search keeps the matches and the text`() async {
    await harness.load()
    await find("tea")
    await harness.after { $0.switchSearchScope() }
    await harness.after { $0.search("tea") }
    let own = harness.view.texts
    others.setMatchResponses(.init(after: 30))
    await harness.after { $0.search("coffee") }
    await harness.after { $0.cancelLoading() }
    #expect(harness.view.texts == own && own.count == 3)
    #expect(harness.view.header.search?.text == "tea")
    #expect(harness.view.notice == nil)
  }

  @Test func `A closed search causes no updates`() async {
    await harness.load()
    others.setMatchResponses(.init(after: 3))
    await find("tea")
    await harness.after { $0.switchSearchScope() }
    await harness.after { $0.clearSearch() }
    harness.view.reset()
    await harness.advance(5)
    #expect(harness.view.texts == ["Tea 1", "Tea 3"])
    #expect(!harness.view.calls.contains("showTimeline"))
  }
}
