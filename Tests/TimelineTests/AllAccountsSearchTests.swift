import Domain
import PostCell
import Runtime
import Synchronization
import TestSupport
import Testing
import TimelineCore

@testable import Timeline

/// One search over all accounts.
@MainActor @Suite struct AllAccountsSearchTests {
  private let clock = VirtualClock(now: .noon)
  private let own = Account.fixture()
  private let other = Account.fixture(handle: "grace@sea", origin: .imported(format: "X archive"))
  private let others: PagedTimelineRepository
  private let stage: TimelineHarness
  private let opened = Opened()
  private let counting = Counting()

  @MainActor final class Opened {
    var posts: [String] = []
    var destinations: [PostDestination] = []
    var selected: [String] = []
    let actor = PostActionService()
    var isGone = false
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
    stage = TimelineHarness(
      [(.home, [post("1", 1, of: own), post("3", 3, of: own)]), (.mentions, [])], account: own,
      makeSearchAccounts: { [clock, counting] in
        SearchAccountsCountingSlowly(SearchAccounts(clock: clock) { accounts }, counting, clock)
      },
      other: { [opened] account in
        opened.isGone
          ? nil
          : ForeignAccountContext(
            account: account, reach: NavigationCapabilities(people: true), actor: opened.actor, canWrite: false,
            showPost: { post, query in
              opened.posts.append("\(post.id.rawValue) of \(account.label) by \(query?.text ?? "nothing")")
            }, show: { opened.destinations.append($0) }, select: { post, _ in opened.selected.append(post.id.rawValue) }
          )
      }, clock: clock)
  }

  /// How many seconds it takes to count what a page is of.
  private final class Counting: Sendable {
    let seconds = Mutex(0.0)
  }

  private struct SearchAccountsCountingSlowly: SearchAccountsUseCase {
    let search: SearchAccounts
    let counting: Counting
    let clock: any WallClock

    init(_ search: SearchAccounts, _ counting: Counting, _ clock: any WallClock) {
      (self.search, self.counting, self.clock) = (search, counting, clock)
    }

    var answer: MultiAccountResult { search.answer }

    func accounts() async -> [Account] { await search.accounts() }

    func waitForMore() async -> Bool { await search.waitForMore() }

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
    await stage.after { $0.beginSearch() }
    await stage.after { $0.searchWhileTyping(text) }
  }

  @Test func `A key in the field has all accounts looked through, and the one alone again`() async {
    await stage.load()
    await find("tea")
    #expect(stage.view.header.search?.found == "2 in all timelines")
    #expect(stage.view.header.search?.otherScope == .allAccounts)
    await stage.after { $0.switchSearchScope() }
    #expect(stage.view.texts == ["Tea 1", "Tea 2", "Tea 3"])
    #expect(stage.view.header.search?.found == "3 in all accounts")
    #expect(stage.view.header.search?.otherScope == .thisAccount)
    #expect(stage.view.rows.map(\.foundIn) == ["@ada@demo", "@grace@sea", "@ada@demo"])
    await stage.after { $0.search("tea 2") }
    #expect(stage.view.texts == ["Tea 2"])
    await stage.after { $0.switchSearchScope() }
    #expect(stage.view.emptyView?.title == "Nothing found for “tea 2”")
    await stage.after { $0.clearSearch() }
    await find("tea")
    #expect(stage.view.header.search?.found == "2 in all timelines")
    #expect(stage.view.rows.allSatisfy { $0.foundIn == nil })
  }

  @Test func `A post of another account is opened and acted on there`() async {
    await stage.load()
    await find("tea")
    await stage.after { $0.switchSearchScope() }
    await stage.after { $0.search("tea") }
    await stage.select(1)
    await stage.after { $0.openPost(at: 1) }
    await stage.after { $0.openProfile(0, at: 1) }
    await stage.after { $0.openPost(at: 0) }
    #expect(opened.posts == ["2 of @grace@sea by tea"])
    #expect(opened.selected == ["2"])
    #expect(opened.destinations == [.person(.fixture())])
    #expect(stage.router.ways == ["post 1 as Ada Lovelace found by tea"] || stage.router.ways.count == 1)
    #expect(!stage.presenter.abilities.canGoToOldest && !stage.presenter.abilities.canGoToDate)
  }

  @Test func `What was done last is taken back, in whatever account it was`() async {
    await stage.load()
    await find("tea")
    await stage.after { $0.switchSearchScope() }
    await stage.after { $0.search("tea") }
    stage.presenter.dependencies.actor.history.add(.init("done here") {})
    await stage.after { $0.openPost(at: 1) }
    opened.actor.history.add(.init("done there") {})
    #expect(stage.presenter.takenBackNext == "done there")
    await stage.select(0)
    await stage.after { $0.takeBack() }
    #expect(opened.actor.history.latest == nil)
    #expect(stage.presenter.takenBackNext == "done here")
    await stage.after { $0.clearSearch() }
    opened.actor.history.add(.init("done there") {})
    #expect(stage.presenter.takenBackNext == "done there")
  }

  @Test func `With a post of an account that is gone nothing is done`() async {
    await stage.load()
    await find("tea")
    await stage.after { $0.switchSearchScope() }
    await stage.after { $0.search("tea") }
    #expect(stage.presenter.acts(at: 1) != .none)
    opened.isGone = true
    #expect(stage.presenter.acts(at: 1) == .none)
    #expect(stage.presenter.destinations(at: 1) == PostLinksViewModel())
    await stage.after { $0.openPost(at: 1) }
    await stage.after { $0.openProfile(0, at: 1) }
    #expect(stage.router.ways.isEmpty && opened.posts.isEmpty && opened.destinations.isEmpty)
    await stage.after { $0.openPost(at: 0) }
    #expect(stage.router.ways.count == 1)
  }

  @Test func `Who could not be looked through is named above what the others have found`() async {
    await stage.load()
    others.answerMatches(.init(after: 0, .offline(host: "sea.example")), .init(after: 0, .offline(host: "sea.example")))
    await find("tea")
    await stage.after { $0.switchSearchScope() }
    #expect(stage.view.texts == ["Tea 1", "Tea 3"])
    let words = "@grace@sea could not be looked through: sea.example does not answer"
    #expect(stage.view.notice?.text == words)
    await stage.after { $0.search("coffee") }
    #expect(stage.view.emptyView?.sentences.contains("\(words).") == true)
    await stage.after { $0.search("tea") }
    #expect(stage.view.texts == ["Tea 1", "Tea 2", "Tea 3"])
    #expect(stage.view.notice == nil)
  }

  @Test func `What one account finds stands while another takes its time`() async {
    await stage.load()
    others.answerMatches(.init(after: 3))
    await find("tea")
    await stage.after { $0.switchSearchScope() }
    #expect(stage.view.header.search?.found == "")
    await stage.advance(0.1)
    #expect(stage.view.texts == ["Tea 1", "Tea 3"])
    #expect(stage.view.header.search?.found == "2+ in all accounts")
    #expect(stage.view.notice?.text == "Still looking through @grace@sea…")
    await stage.after { $0.search("tea") }
    await stage.select(1)
    await stage.advance(3)
    #expect(stage.view.texts == ["Tea 1", "Tea 2", "Tea 3"])
    // Whoever has moved stays with the post that they have come to.
    #expect(stage.view.timeline?.selection == 2)
    #expect(stage.view.header.search?.found == "3 in all accounts")
    #expect(stage.view.notice == nil)
  }

  /// Has the other account answer while what the first has found is counted.
  private func doWhileOthersAnswer(_ action: (TimelinePresenter) -> Void) async {
    others.answerMatches(.init(after: 1))
    counting.seconds.withLock { $0 = 2 }
    await stage.after(action)
    await stage.advance(0.1)
    await stage.advance(2)
    counting.seconds.withLock { $0 = 0 }
    await stage.advance(2)
  }

  @Test func `An account that answers while it is counted what the others have found is left out of nothing`() async {
    await stage.load()
    await find("tea")
    await doWhileOthersAnswer { $0.switchSearchScope() }
    #expect(stage.view.texts == ["Tea 1", "Tea 2", "Tea 3"])
    #expect(stage.view.header.search?.found == "3 in all accounts")
    await stage.after { $0.search("tea") }
    await doWhileOthersAnswer { $0.keepSearch() }
    #expect(stage.view.texts == ["Tea 1", "Tea 2", "Tea 3"])
    #expect(stage.view.status == "1 of 3")
  }

  @Test func `What accounts find for a tab while something else is looked for stands there afterwards`() async {
    await stage.load()
    await find("tea")
    await stage.after { $0.switchSearchScope() }
    await stage.after { $0.search("tea") }
    others.answerMatches(.init(after: 3))
    await stage.after { $0.keepSearch() }
    await stage.advance(0.1)
    #expect(stage.view.texts == ["Tea 1", "Tea 3"])
    await stage.after { $0.search("tea 1") }
    await stage.advance(3)
    #expect(stage.view.texts == ["Tea 1"])
    await stage.after { $0.clearSearch() }
    #expect(stage.view.texts == ["Tea 1", "Tea 2", "Tea 3"])
  }

  @Test func `So does what they have found when the person begins to look for something else`() async {
    await stage.load()
    await find("tea")
    await stage.after { $0.switchSearchScope() }
    await stage.after { $0.search("tea") }
    others.answerMatches(.init(after: 3))
    await stage.after { $0.keepSearch() }
    await stage.advance(0.1)
    counting.seconds.withLock { $0 = 2 }
    await stage.advance(3)
    #expect(stage.view.texts == ["Tea 1", "Tea 3"])
    counting.seconds.withLock { $0 = 0 }
    await stage.after { $0.search("tea 1") }
    await stage.after { $0.clearSearch() }
    #expect(stage.view.texts == ["Tea 1", "Tea 2", "Tea 3"])
  }

  @Test func `A question that is cancelled leaves what was found, and its words`() async {
    await stage.load()
    await find("tea")
    await stage.after { $0.switchSearchScope() }
    await stage.after { $0.search("tea") }
    let own = stage.view.texts
    others.answerMatches(.init(after: 30))
    await stage.after { $0.search("coffee") }
    await stage.after { $0.cancelLoading() }
    #expect(stage.view.texts == own && own.count == 3)
    #expect(stage.view.header.search?.words == "tea")
    #expect(stage.view.notice == nil)
  }

  @Test func `Whoever leaves while it is looked for is bothered no more`() async {
    await stage.load()
    others.answerMatches(.init(after: 3))
    await find("tea")
    await stage.after { $0.switchSearchScope() }
    await stage.after { $0.clearSearch() }
    stage.view.forget()
    await stage.advance(5)
    #expect(stage.view.texts == ["Tea 1", "Tea 3"])
    #expect(!stage.view.calls.contains("showTimeline"))
  }
}
