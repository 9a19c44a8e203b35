import Domain
import TerminalKit
import Timeline
import TimelineCore

/// The timeline screen of an account.
extension AppAssembly {
  /// Shows the timelines that were open before the columns.
  /// - Returns: Whether there were any.
  func showLastTimelines() -> Bool { lastAccount.map(goBack) ?? false }

  private func goBack(to account: AccountID) -> Bool {
    guard let screen = timelines[account] else { return false }
    root.userDidNavigate()
    columns.stopOpening()
    lastAccount = account
    navigator.setColumns([screen])
    return true
  }

  /// - Parameters:
  ///   - first: The timeline to select first.
  ///   - placement: Where the screen is shown.
  /// - Returns: nil if the account no longer exists.
  func makeTimeline(
    of account: Account, first: ListedTimeline? = nil, _ placement: TimelineColumns.Placement = .single
  ) -> (any ViewController)? {
    guard let source = sources.accounts.source(of: account.id) else { return nil }
    let wasShared = shared[account.id] != nil
    let shared = sharedPosts(of: account, source)
    if wasShared { shared.observePublishingCapabilities(source, self) }
    let named = account.id == sources.first?.id ? sources.firstTimeline : nil
    var (isAlone, column): (Bool, TimelineColumn.ID?) = (false, nil)
    switch placement {
    case .single: isAlone = true
    case .saved(let id): column = id
    case .fixed: break
    }
    let dependencies = TimelineDependencies(
      firstTimeline: first ?? named, searches: searches, saved: savedSearches, makeSearchAccounts: makeSearchAccounts,
      other: { [weak self] in self?.foreignContext(of: $0) }, jumps: isAlone ? jumps : JumpList(),
      tabTitles: tabTitles, loadTimeline: LoadTimeline(timelines: source.timelines),
      searchTimeline: SearchTimeline(search: source.search), searchedServer: { source.searchedServer },
      trackUnread: TrackUnread(timelines: source.timelines, markers: source.markers) {
        [relationships = shared.actions.relationships] posts, timeline in
        await relationships.hidden(among: posts, in: timeline)
      },
      savePosition: SavePosition(
        session: sources.session, isLastAccount: isAlone && !account.origin.isFile, column: column),
      positionQueue: positionQueue)
    let context = { PostScreenContext(shared, source, profile: $0, query: $1) }
    let router = TimelineRouter(
      showPost: { [weak self] in self?.showPost($0, context($1, $2)) },
      show: { [weak self] in self?.show($0, context($1, nil)) },
      searchServer: { [weak self] in self?.showServerMatches(of: $0, context($1, $0)) },
      select: { [weak self] in self?.select($0, context($1, $2)) },
      showLogin: { [weak self] in self?.showLogin(to: account) },
      goBack: { [weak self] in self?.goBack(to: $0) ?? false })
    return TimelineAssembly.make(
      dependencies: dependencies, services: services, session: PostScreenContext(shared, source).session,
      router: router)
  }
}
