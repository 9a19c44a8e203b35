import Domain
import PostCell
import Runtime
import TerminalKit
import TimelineCore

/// Creates the module: presenter, view controller and router.
@MainActor
public enum TimelineAssembly {
  public static func make(dependencies: TimelineDependencies, router: TimelineRouter) -> any ViewController {
    let presenter = TimelinePresenter(dependencies: dependencies, router: router)
    let viewController = TimelineViewController(presenter: presenter, keymap: dependencies.keymap)
    presenter.view = viewController
    return viewController
  }
}

/// The dependencies of the timeline of one account.
@MainActor
public struct TimelineDependencies {
  let account: Account
  /// The timeline to show first; nil for the one shown last.
  let firstTimeline: ListedTimeline?
  /// What the source supports.
  let capabilities: SourceCapabilities
  /// Which screens can be opened from its posts.
  let navigation: NavigationCapabilities
  /// Whether only the first timeline is shown, without tabs, such as that of a hashtag. It is not stored as the last
  /// one.
  let isSingle: Bool
  /// The posts shown on the screens of the account.
  let cache: PostCache
  /// Performs actions on them.
  let actor: PostActionService
  /// Whether posts can be written in the account.
  let canWrite: Bool
  /// The content warnings revealed on the screens of the account.
  let revealed: RevealedWarnings
  /// Recent searches of all accounts.
  let searches: SearchHistory
  /// The searches shown as tabs, of all accounts.
  let saved: SavedSearches
  /// Makes the search of all accounts; nil if none exists.
  let makeSearchAccounts: (() -> any SearchAccountsUseCase)?
  /// The context for posts of another account; nil if that account has been removed.
  let other: (Account) -> ForeignAccountContext?
  /// Positions to return to, across accounts.
  let jumps: JumpList
  /// The spacing of posts.
  let density: Observed<Density>
  /// The titles of the timelines to show as tabs, in order.
  let tabTitles: Observed<[String]>
  let loadTimeline: any LoadTimelineUseCase
  let searchTimeline: any SearchTimelineUseCase
  /// The host whose server can be searched now; nil if none exists.
  let searchedServer: () -> String?
  let trackUnread: any TrackUnreadUseCase
  let savePosition: any SavePositionUseCase
  /// Stores positions of all accounts in order.
  let positionQueue: SerialQueue
  let openLink: any OpenLinkUseCase
  let clipboard: any Clipboard
  /// The user's pager and editor.
  let programs: any TextPrograms
  let keymap: Observed<Keymap>
  /// How posts say when they were written.
  let time: Observed<TimeStyle>
  let clock: any WallClock
  let runner: TaskRunner
  let log: any EventLog

  public init(
    account: Account, firstTimeline: ListedTimeline?, capabilities: SourceCapabilities,
    navigation: NavigationCapabilities = NavigationCapabilities(), isSingle: Bool = false, cache: PostCache,
    actor: PostActionService? = nil, canWrite: Bool = false,
    revealed: RevealedWarnings = RevealedWarnings(), searches: SearchHistory = SearchHistory(),
    saved: SavedSearches = SavedSearches(), makeSearchAccounts: (() -> any SearchAccountsUseCase)? = nil,
    other: @escaping (Account) -> ForeignAccountContext? = { _ in nil },
    jumps: JumpList = JumpList(), density: Observed<Density> = Observed(.comfortable),
    tabTitles: Observed<[String]> = Observed([]),
    loadTimeline: any LoadTimelineUseCase, searchTimeline: any SearchTimelineUseCase,
    searchedServer: @escaping () -> String? = { nil }, trackUnread: any TrackUnreadUseCase,
    savePosition: any SavePositionUseCase, positionQueue: SerialQueue? = nil, openLink: any OpenLinkUseCase,
    clipboard: any Clipboard,
    programs: any TextPrograms = NoTextPrograms(),
    keymap: Observed<Keymap> = Observed(.standard), time: Observed<TimeStyle> = Observed(.ages), clock: any WallClock,
    runner: TaskRunner, log: any EventLog
  ) {
    self.account = account
    self.firstTimeline = firstTimeline
    self.capabilities = capabilities
    self.navigation = navigation
    self.isSingle = isSingle
    self.cache = cache
    self.actor = actor ?? PostActionService()
    self.canWrite = canWrite
    self.revealed = revealed
    self.searches = searches
    self.saved = saved
    self.makeSearchAccounts = makeSearchAccounts
    self.other = other
    self.jumps = jumps
    self.density = density
    self.tabTitles = tabTitles
    self.loadTimeline = loadTimeline
    self.searchTimeline = searchTimeline
    self.searchedServer = searchedServer
    self.trackUnread = trackUnread
    self.savePosition = savePosition
    self.positionQueue = positionQueue ?? SerialQueue(runner: runner)
    self.openLink = openLink
    self.clipboard = clipboard
    self.programs = programs
    self.keymap = keymap
    self.time = time
    self.clock = clock
    self.runner = runner
    self.log = log
  }
}
