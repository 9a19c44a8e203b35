import Domain
import PostCell
import Runtime
import TerminalKit
import TimelineCore

/// Builds the screen and wires its parts.
@MainActor
public enum TimelineAssembly {
  public static func make(dependencies: TimelineDependencies, router: TimelineRouter) -> any ViewController {
    let presenter = TimelinePresenter(dependencies: dependencies, router: router)
    let viewController = TimelineViewController(presenter: presenter, keymap: dependencies.keymap)
    presenter.view = viewController
    return viewController
  }
}

/// What the timeline of one account works with.
@MainActor
public struct TimelineDependencies {
  let account: Account
  /// The timeline to begin with; nil for the one that was read last.
  let firstTimeline: ListedTimeline?
  /// What can be asked of the source.
  let capabilities: SourceCapabilities
  /// What can be opened of its posts.
  let reach: NavigationCapabilities
  /// Whether the first timeline stands there by itself: a tag’s, say. It is no account's last one.
  let isSingle: Bool
  /// The posts that the account's screens hold.
  let cache: PostCache
  /// Does what the person wants done with them.
  let actor: PostActionService
  /// Whether posts can be written in the account.
  let canWrite: Bool
  /// The warnings that have been lifted on the account's screens.
  let revealed: RevealedWarnings
  /// What has been looked for, in whatever account.
  let searches: SearchHistory
  /// The searches that stand as tabs, in whatever account.
  let saved: SavedSearches
  /// Makes whoever looks through all accounts; nil where nobody does.
  let makeSearchAccounts: (() -> any SearchAccountsUseCase)?
  /// What there is to do with posts of another account; nil for one that is gone.
  let other: (Account) -> ForeignAccountContext?
  /// Where the person was before they went elsewhere, in whatever account.
  let jumps: JumpList
  /// How much room posts take.
  let density: Observed<Density>
  /// The titles of the timelines that stand as tabs, in their order.
  let wantedTimelines: Observed<[String]>
  let loadTimeline: any LoadTimelineUseCase
  let searchTimeline: any SearchTimelineUseCase
  /// The server that can be asked for what is looked for, at the moment.
  let searchedServer: () -> String?
  let trackUnread: any TrackUnreadUseCase
  let savePosition: any SavePositionUseCase
  /// Stores where the person was, in whatever account.
  let storingPositions: SerialQueue
  let openLink: any OpenLinkUseCase
  let clipboard: any Clipboard
  /// The person's pager and editor.
  let programs: any TextPrograms
  /// Names the keys.
  let keymap: Observed<Keymap>
  /// How posts say when they were written.
  let time: Observed<TimeStyle>
  let clock: any WallClock
  let runner: TaskRunner
  let log: any EventLog

  public init(
    account: Account, firstTimeline: ListedTimeline?, capabilities: SourceCapabilities,
    reach: NavigationCapabilities = NavigationCapabilities(), isSingle: Bool = false, cache: PostCache,
    actor: PostActionService? = nil, canWrite: Bool = false,
    revealed: RevealedWarnings = RevealedWarnings(), searches: SearchHistory = SearchHistory(),
    saved: SavedSearches = SavedSearches(), makeSearchAccounts: (() -> any SearchAccountsUseCase)? = nil,
    other: @escaping (Account) -> ForeignAccountContext? = { _ in nil },
    jumps: JumpList = JumpList(), density: Observed<Density> = Observed(.comfortable),
    wantedTimelines: Observed<[String]> = Observed([]),
    loadTimeline: any LoadTimelineUseCase, searchTimeline: any SearchTimelineUseCase,
    searchedServer: @escaping () -> String? = { nil }, trackUnread: any TrackUnreadUseCase,
    savePosition: any SavePositionUseCase, storingPositions: SerialQueue? = nil, openLink: any OpenLinkUseCase,
    clipboard: any Clipboard,
    programs: any TextPrograms = NoTextPrograms(),
    keymap: Observed<Keymap> = Observed(.standard), time: Observed<TimeStyle> = Observed(.ages), clock: any WallClock,
    runner: TaskRunner, log: any EventLog
  ) {
    self.account = account
    self.firstTimeline = firstTimeline
    self.capabilities = capabilities
    self.reach = reach
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
    self.wantedTimelines = wantedTimelines
    self.loadTimeline = loadTimeline
    self.searchTimeline = searchTimeline
    self.searchedServer = searchedServer
    self.trackUnread = trackUnread
    self.savePosition = savePosition
    self.storingPositions = storingPositions ?? SerialQueue(runner: runner)
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
