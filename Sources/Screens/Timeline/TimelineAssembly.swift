import Domain
import PostCell
import Runtime
import ScreenSupport
import TerminalKit
import TimelineCore

/// Creates the module: presenter, view controller and router.
@MainActor
public enum TimelineAssembly {
  public static func make(
    dependencies: TimelineDependencies, services: AppServices, session: AccountSession, router: TimelineRouter
  ) -> any ViewController {
    let presenter = TimelinePresenter(
      dependencies: dependencies, services: services, session: session, router: router)
    let viewController = TimelineViewController(presenter: presenter, keymap: services.keymap)
    presenter.view = viewController
    return viewController
  }
}

/// Loads and searches the posts of a server that is read without an account.
public struct PublicTimelineUseCases {
  let load: any LoadTimelineUseCase
  let search: any SearchTimelineUseCase

  public init(load: any LoadTimelineUseCase, search: any SearchTimelineUseCase) {
    (self.load, self.search) = (load, search)
  }
}

/// The searches of the posts that a timeline screen can show.
@MainActor
public struct TimelineSearches {
  /// Recent searches of all accounts.
  let recent: SearchHistory
  /// The searches shown as tabs, of all accounts.
  let saved: SavedSearches
  /// Makes the search of all accounts; nil if none exists.
  let makeSearchAccounts: (() -> any SearchAccountsUseCase)?
  let searchTimeline: any SearchTimelineUseCase
  /// The host whose server can be searched now; nil if none exists.
  let searchedServer: () -> String?

  public init(
    _ searchTimeline: any SearchTimelineUseCase, recent: SearchHistory = SearchHistory(),
    saved: SavedSearches = SavedSearches(), makeSearchAccounts: (() -> any SearchAccountsUseCase)? = nil,
    searchedServer: @escaping () -> String? = { nil }
  ) {
    self.searchTimeline = searchTimeline
    self.recent = recent
    self.saved = saved
    self.makeSearchAccounts = makeSearchAccounts
    self.searchedServer = searchedServer
  }
}

/// The dependencies of a timeline screen in addition to the services and the session.
@MainActor
public struct TimelineDependencies {
  public enum Mode {
    /// The timelines of the account as tabs: those with these titles, in this order.
    case tabs(titles: Observed<[String]>)
    /// Only the first timeline, such as that of a hashtag. It is not stored as the last one. If the user saves it, the
    /// owner shows it as a tab; nil if no account does.
    case single(owner: () -> Account?)
    /// A timeline that merges several accounts.
    case merged(MergedTimelines)
  }

  /// The timeline to show first; nil for the one shown last.
  let firstTimeline: ListedTimeline?
  let mode: Mode
  let searches: TimelineSearches
  /// Positions to return to, across accounts.
  let jumps: JumpList
  /// The use cases for a server that is read without an account; nil if it cannot be read.
  let publicTimeline: (PublicTimeline) -> PublicTimelineUseCases?
  /// The context for posts of another account; nil if that account has been removed.
  let other: (Account) -> ForeignAccountContext?
  let loadTimeline: any LoadTimelineUseCase
  let trackUnread: any TrackUnreadUseCase
  let savePosition: any SavePositionUseCase
  /// Stores positions of all accounts in order.
  let positionQueue: SerialQueue

  public init(
    firstTimeline: ListedTimeline?, _ mode: Mode, searches: TimelineSearches, jumps: JumpList = JumpList(),
    publicTimeline: @escaping (PublicTimeline) -> PublicTimelineUseCases? = { _ in nil },
    other: @escaping (Account) -> ForeignAccountContext? = { _ in nil }, loadTimeline: any LoadTimelineUseCase,
    trackUnread: any TrackUnreadUseCase, savePosition: any SavePositionUseCase, positionQueue: SerialQueue
  ) {
    self.firstTimeline = firstTimeline
    self.mode = mode
    self.searches = searches
    self.jumps = jumps
    self.publicTimeline = publicTimeline
    self.other = other
    self.loadTimeline = loadTimeline
    self.trackUnread = trackUnread
    self.savePosition = savePosition
    self.positionQueue = positionQueue
  }
}

extension TimelineDependencies {
  /// Whether only the first timeline is shown, without tabs.
  var isSingle: Bool { if case .tabs = mode { false } else { true } }

  /// The titles of the timelines to show as tabs, in order; empty without tabs.
  var tabTitles: [String] { if case .tabs(let titles) = mode { titles.value } else { [] } }

  /// nil if all entries are of one account.
  var merged: MergedTimelines? { if case .merged(let timelines) = mode { timelines } else { nil } }
}
