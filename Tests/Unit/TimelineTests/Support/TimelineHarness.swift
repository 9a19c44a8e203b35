import Domain
import Foundation
import PostCell
import Runtime
import ScreenSupport
import TerminalKit
import TestSupport
import TimelineCore

@testable import Timeline

/// A presenter with stubs for everything around it.
@MainActor
final class TimelineHarness {
  let clock: VirtualClock
  let runner = TaskRunner()
  let repository: PagedTimelineRepository
  let session: MemorySessionRepository
  let opener: SpyLinkOpener
  let cache = PostCache()
  let log = SpyEventLog()
  let clipboard = SpyClipboard()
  let programs = SpyTextPrograms()
  let jumps = JumpList()
  let saved: SavedSearches
  /// The setting of the tabs to show.
  let tabTitles = Observed<[String]>([])
  let router = SpyTimelineRouter()
  let view = SpyTimelineView()
  let presenter: TimelinePresenter
  /// The pictures in lists; none unless the test sets a source.
  let pictures: PostPictures
  let preferences = Observed(ReadingPreferences())
  let options: TimelineOptionsStore

  init(
    _ timelines: [(kind: TimelineID, posts: [Post])], skipped: SkippedPosts? = nil, hasTotals: Bool = true,
    maxPageLength: Int = .max, account: Account = .fixture(), firstTimeline: TimelineID? = nil,
    capabilities: SourceCapabilities = SourceCapabilities(),
    navigation: NavigationCapabilities = NavigationCapabilities(),
    session: MemorySessionRepository = MemorySessionRepository(), opener: SpyLinkOpener = SpyLinkOpener(),
    isSingle: Bool = false, tabOwner: Account? = nil, loadTimeline: (any LoadTimelineUseCase)? = nil,
    publicTimeline: @escaping (PublicTimeline) -> PublicTimelineUseCases? = { _ in nil },
    searchedServer: String? = nil, setSearches: [ConfiguredSearch] = [],
    makeSearchAccounts: (() -> any SearchAccountsUseCase)? = nil,
    other: @escaping (Account) -> ForeignAccountContext? = { _ in nil }, actions: (any ActionRepository)? = nil,
    held: (any HeldNotificationsRepository)? = nil, sendsChanges: Bool = false,
    markers: (any ReadMarkerRepository)? = nil,
    clock: VirtualClock = VirtualClock(now: .noon)
  ) {
    self.clock = clock
    repository = PagedTimelineRepository(
      timelines, clock: clock, skipped: skipped, hasTotals: hasTotals, maxPageLength: maxPageLength,
      sendsChanges: sendsChanges)
    self.session = session
    self.opener = opener
    pictures = PostPictures(clock: clock, runner: runner)
    options = TimelineOptionsStore(cache: cache) { [preferences] in preferences.value }
    let services = AppServices(
      openLink: OpenLink(opener: opener), clipboard: clipboard, programs: programs, pictures: pictures, clock: clock,
      runner: runner, log: log)
    let actions = actions.map { [cache, clock, runner] actions in
      PostActionService(actions, of: account.id, cache: cache, clock: clock, runner: runner) { _, _ in }
    }
    saved = SavedSearches(remember: SaveSearches(session: session), runner: runner, configured: setSearches)
    let accountSession = AccountSession(
      account: account, capabilities: capabilities, navigation: navigation, cache: cache, actions: actions,
      heldNotifications: HeldNotificationsStore(held, clock: clock, runner: runner), options: options)
    let dependencies = TimelineDependencies(
      firstTimeline: firstTimeline.map { ListedTimeline($0) },
      isSingle ? .single { tabOwner } : .tabs(titles: tabTitles),
      searches: TimelineSearches(
        SearchTimeline(search: repository),
        recent: SearchHistory(remember: SaveSearches(session: session), runner: runner), saved: saved,
        makeSearchAccounts: makeSearchAccounts, searchedServer: { searchedServer }),
      jumps: jumps, publicTimeline: publicTimeline, other: other,
      loadTimeline: loadTimeline ?? LoadTimeline(timelines: repository),
      trackUnread: TrackUnread(timelines: repository, markers: markers) { [visibility = accountSession.visibility] in
        await visibility.hiddenKeys(among: $0, in: $1, user: account.profile)
      },
      savePosition: SavePosition(session: session), positionQueue: SerialQueue(runner: runner))
    presenter = TimelinePresenter(
      dependencies: dependencies, services: services, session: accountSession, router: router)
    presenter.view = view
  }

  /// Makes a presenter of another source with the same stubs.
  func presenter(
    of repository: some TimelineRepository & PostSearchRepository, view: SpyTimelineView, account: Account = .fixture()
  ) -> TimelinePresenter {
    let services = AppServices(
      openLink: OpenLink(opener: opener), clipboard: clipboard, clock: clock, runner: runner, log: log)
    let dependencies = TimelineDependencies(
      firstTimeline: nil, .tabs(titles: Observed([])), searches: TimelineSearches(SearchTimeline(search: repository)),
      loadTimeline: LoadTimeline(timelines: repository), trackUnread: TrackUnread(timelines: repository),
      savePosition: SavePosition(session: session), positionQueue: SerialQueue(runner: runner))
    let presenter = TimelinePresenter(
      dependencies: dependencies, services: services, session: AccountSession(account: account, cache: cache),
      router: router)
    presenter.view = view
    return presenter
  }

  convenience init(posts: Int, kind: TimelineID = .home) {
    self.init([(kind, Post.fixtures(count: posts))])
  }

  /// A long timeline with a few posts about tea, and a short one.
  static func withTea() -> TimelineHarness {
    var posts = Post.fixtures(count: 500)
    for index in [3, 30, 250, 499] {
      posts[index] = .fixture(id: "\(index + 1)", createdAt: posts[index].createdAt, text: "Tea \(index + 1)")
    }
    return TimelineHarness([
      (.home, posts), (.mentions, [posts[3], .fixture(id: "m", createdAt: .distantPast, text: "Tea, too")]),
    ])
  }

  /// Opens the screen and waits until nothing is running.
  @discardableResult
  func load() async -> TimelineHarness {
    presenter.viewDidLoad()
    presenter.viewDidAppear()
    await settle()
    return self
  }

  func settle() async { await clock.settle(runner) }

  func advance(_ seconds: Double) async { await clock.advance(by: seconds, runner) }

  /// Performs an action and waits for its effects.
  func after(_ action: (TimelinePresenter) -> Void) async {
    view.pressKey()
    action(presenter)
    await settle()
  }

  /// Selects a row as the view does after a key press.
  func select(_ index: Int) async {
    view.selectRow(at: index)
    await after { $0.didSelectRow(at: index) }
  }
}

extension TimelineHarness {
  /// A timeline that was read to its newest post, and then received `count` posts.
  static func returned(
    after count: Int, to posts: [Post] = Post.fixtures(count: 500), _ session: MemorySessionRepository
  ) async -> TimelineHarness {
    let first = await TimelineHarness([(.home, posts), (.mentions, posts)], session: session).load()
    await first.after { $0.showNextTimeline() }
    await first.after { $0.showPreviousTimeline() }
    await first.after { $0.viewWillDisappear() }
    return await TimelineHarness([(.home, Post.new(count) + posts), (.mentions, posts)], session: session).load()
  }
}

extension Post {
  /// New posts "New 1" (the newest), "New 2", …
  static func new(_ count: Int) -> [Post] {
    (0..<count).map { index in
      .fixture(
        id: "n\(index + 1)", createdAt: .noon.addingTimeInterval(60 * Double(count - index)), text: "New \(index + 1)")
    }
  }
}
