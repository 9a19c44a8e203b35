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

/// What the timelines of an account need besides the services and the session.
@MainActor
public struct TimelineDependencies {
  /// The timeline to show first; nil for the one shown last.
  let firstTimeline: ListedTimeline?
  /// Whether only the first timeline is shown, without tabs, such as that of a hashtag. It is not stored as the last
  /// one.
  let isSingle: Bool
  /// Recent searches of all accounts.
  let searches: SearchHistory
  /// The searches shown as tabs, of all accounts.
  let saved: SavedSearches
  /// Makes the search of all accounts; nil if none exists.
  let makeSearchAccounts: (() -> any SearchAccountsUseCase)?
  /// The use cases for a server that is read without an account; nil if it cannot be read.
  let publicTimeline: (PublicTimeline) -> PublicTimelineUseCases?
  /// The account that shows a single timeline as a tab if the user saves it; nil if none does.
  let tabOwner: () -> Account?
  /// The source of a timeline that merges several accounts; nil if all entries are of one account.
  let merged: MergedTimelines?
  /// The context for posts of another account; nil if that account has been removed.
  let other: (Account) -> ForeignAccountContext?
  /// Positions to return to, across accounts.
  let jumps: JumpList
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

  public init(
    firstTimeline: ListedTimeline?, isSingle: Bool = false, searches: SearchHistory = SearchHistory(),
    saved: SavedSearches = SavedSearches(), makeSearchAccounts: (() -> any SearchAccountsUseCase)? = nil,
    publicTimeline: @escaping (PublicTimeline) -> PublicTimelineUseCases? = { _ in nil },
    tabOwner: @escaping () -> Account? = { nil }, merged: MergedTimelines? = nil,
    other: @escaping (Account) -> ForeignAccountContext? = { _ in nil }, jumps: JumpList = JumpList(),
    tabTitles: Observed<[String]> = Observed([]), loadTimeline: any LoadTimelineUseCase,
    searchTimeline: any SearchTimelineUseCase, searchedServer: @escaping () -> String? = { nil },
    trackUnread: any TrackUnreadUseCase, savePosition: any SavePositionUseCase, positionQueue: SerialQueue
  ) {
    self.firstTimeline = firstTimeline
    self.isSingle = isSingle
    self.searches = searches
    self.saved = saved
    self.makeSearchAccounts = makeSearchAccounts
    self.publicTimeline = publicTimeline
    self.tabOwner = tabOwner
    self.merged = merged
    self.other = other
    self.jumps = jumps
    self.tabTitles = tabTitles
    self.loadTimeline = loadTimeline
    self.searchTimeline = searchTimeline
    self.searchedServer = searchedServer
    self.trackUnread = trackUnread
    self.savePosition = savePosition
    self.positionQueue = positionQueue
  }
}
