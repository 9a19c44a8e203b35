import Domain
import PostCell
import Runtime
import TerminalKit
import TimelineEngine

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
  let reach: PostReach
  /// Whether the first timeline stands there by itself: a tag’s, say. It is no account's last one.
  let isSingle: Bool
  /// The posts that the account's screens hold.
  let cache: PostCache
  /// Does what the person wants done with them.
  let actor: PostActor
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
  let other: (Account) -> OtherAccount?
  /// Where the person was before they went elsewhere, in whatever account.
  let jumps: JumpList
  /// How much room posts take.
  let density: Live<Density>
  /// The titles of the timelines that stand as tabs, in their order.
  let wantedTimelines: Live<[String]>
  let loadTimeline: any LoadTimelineUseCase
  let searchTimeline: any SearchTimelineUseCase
  /// The server that can be asked for what is looked for, at the moment.
  let searchedServer: () -> String?
  let trackUnread: any TrackUnreadUseCase
  let rememberPlace: any RememberPlaceUseCase
  /// Stores where the person was, in whatever account.
  let storingPlaces: OrderedWork
  let openLink: any OpenLinkUseCase
  let clipboard: any Clipboard
  /// The person's pager and editor.
  let programs: any TextPrograms
  /// Names the keys.
  let keymap: Live<Keymap>
  /// How posts say when they were written.
  let time: Live<TimeStyle>
  let clock: any WallClock
  let runner: TaskRunner
  let log: any EventLog

  public init(
    account: Account, firstTimeline: ListedTimeline?, capabilities: SourceCapabilities,
    reach: PostReach = PostReach(), isSingle: Bool = false, cache: PostCache,
    actor: PostActor? = nil, canWrite: Bool = false,
    revealed: RevealedWarnings = RevealedWarnings(), searches: SearchHistory = SearchHistory(),
    saved: SavedSearches = SavedSearches(), makeSearchAccounts: (() -> any SearchAccountsUseCase)? = nil,
    other: @escaping (Account) -> OtherAccount? = { _ in nil },
    jumps: JumpList = JumpList(), density: Live<Density> = Live(.comfortable),
    wantedTimelines: Live<[String]> = Live([]),
    loadTimeline: any LoadTimelineUseCase, searchTimeline: any SearchTimelineUseCase,
    searchedServer: @escaping () -> String? = { nil }, trackUnread: any TrackUnreadUseCase,
    rememberPlace: any RememberPlaceUseCase, storingPlaces: OrderedWork? = nil, openLink: any OpenLinkUseCase,
    clipboard: any Clipboard,
    programs: any TextPrograms = NoTextPrograms(),
    keymap: Live<Keymap> = Live(.standard), time: Live<TimeStyle> = Live(.ages), clock: any WallClock,
    runner: TaskRunner, log: any EventLog
  ) {
    self.account = account
    self.firstTimeline = firstTimeline
    self.capabilities = capabilities
    self.reach = reach
    self.isSingle = isSingle
    self.cache = cache
    self.actor = actor ?? PostActor()
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
    self.rememberPlace = rememberPlace
    self.storingPlaces = storingPlaces ?? OrderedWork(runner: runner)
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
