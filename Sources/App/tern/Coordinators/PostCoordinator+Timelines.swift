import Domain
import ScreenSupport
import TerminalKit
import Timeline
import TimelineCore

/// The timeline screens of accounts and hashtags, and search over all accounts.
extension PostCoordinator {
  /// - Parameters:
  ///   - first: the timeline to select first.
  ///   - placement: where the screen is shown.
  /// - Returns: nil if the account no longer exists.
  func makeTimeline(
    of account: Account, first: ListedTimeline? = nil, _ placement: TimelineColumns.Placement = .single
  ) -> (any ViewController)? {
    let environment = dependencies.environment
    let isKnown = openAccounts[account.id] != nil
    guard let opened = openAccounts.open(account) else { return nil }
    if isKnown { openAccounts.loadPublishingCapabilities(of: opened) } else { loadAnnouncements(of: opened) }
    let (source, session) = (opened.source, opened.session)
    let named = account.id == environment.first?.id ? environment.firstTimeline : nil
    var (isAlone, column): (Bool, TimelineColumn.ID?) = (false, nil)
    switch placement {
    case .single: isAlone = true
    case .saved(let id): column = id
    case .fixed: break
    }
    let dependencies = TimelineDependencies(
      firstTimeline: first ?? named, .tabs(titles: tabTitles), searches: searches(of: source),
      jumps: isAlone ? jumps : JumpList(),
      publicTimeline: { [weak self] in self?.useCases(for: $0) },
      other: { [weak self] in self?.foreignContext(of: $0, actingAccount: account.id) },
      loadTimeline: LoadTimeline(timelines: source.timelines),
      trackUnread: TrackUnread(timelines: source.timelines, markers: source.markers, user: account.ownEntryAuthor) {
        [visibility = session.visibility, user = account.profile] in
        await visibility.hiddenKeys(among: $0, in: $1, user: user)
      },
      savePosition: SavePosition(
        session: environment.session, isLastAccount: isAlone && !account.origin.isFile, column: column),
      positionQueue: positionQueue)
    let context = { PostScreenContext(opened, profile: $0, query: $1) }
    let router = TimelineRouter(
      showPost: { [weak self] in self?.showPost($0, context($1, $2)) },
      show: { [weak self] in self?.show($0, context($1, nil)) },
      searchServer: { [weak self] in self?.showServerMatches(of: $0, context($1, $0)) },
      select: { [weak self] in self?.select($0, context($1, $2)) },
      showLogin: { [weak self] in self?.accounts?.showLogin(to: account) },
      goBack: { [weak self] in self?.accounts?.goBack(to: $0) ?? false })
    return TimelineAssembly.make(dependencies: dependencies, services: services, session: session, router: router)
  }

  /// A timeline that is opened from a post or an address, such as that of a hashtag. Its position is not saved.
  func makeTimeline(of timeline: ListedTimeline, _ context: PostScreenContext) -> any ViewController {
    let (source, account) = (context.source, context.account)
    let load: any LoadTimelineUseCase =
      if case .publicTimeline(let timeline) = timeline.id {
        LoadPublicTimeline(timeline, timelines: source.timelines)
      } else {
        LoadSingleTimeline(timeline, timelines: source.timelines)
      }
    let dependencies = TimelineDependencies(
      firstTimeline: timeline, .single { [weak self] in self?.tabOwner(of: context) }, searches: searches(of: source),
      publicTimeline: { _ in PublicTimelineUseCases(load: load, search: SearchTimeline(search: source.search)) },
      other: { [weak self] in self?.foreignContext(of: $0) }, loadTimeline: load,
      trackUnread: TrackUnread(timelines: source.timelines), savePosition: SaveNoPosition(),
      positionQueue: positionQueue)
    let router = TimelineRouter(
      showPost: { [weak self] in self?.showPost($0, context.found(by: $2, as: $1)) },
      show: { [weak self] in self?.show($0, context.found(by: nil, as: $1)) },
      searchServer: { [weak self] in self?.showServerMatches(of: $0, context.found(by: $0, as: $1)) },
      showLogin: { [weak self] in self?.accounts?.showLogin(to: account) })
    return TimelineAssembly.make(
      dependencies: dependencies, services: services, session: context.unopened.session, router: router)
  }

  /// The account that shows a timeline as a tab if the user saves it; nil if none is open.
  private func tabOwner(of context: PostScreenContext) -> Account? {
    guard context.account.id.kind == .publicServer else { return context.account }
    return (context.actingAccount ?? accounts?.currentAccount).flatMap { openAccounts[$0]?.account }
  }

  /// Shows a timeline of all accounts. Each entry opens in its account. The position and the unread entries are those
  /// of the merged timeline.
  func showMerged(_ timeline: MergedTimeline, from context: PostScreenContext) {
    if let open = merged.screens[timeline]?.screen, open === navigator.top { return }
    navigator.showDetail(timeline) {
      let screen = makeMerged(timeline, context)
      merged.screens[timeline] = WeakScreen(screen: screen)
      followMergedAccounts(of: timeline)
      return screen
    }
  }

  /// Requests live updates of all accounts.
  private func followMergedAccounts(of timeline: MergedTimeline) {
    services.runner.start { [weak self, listAccounts = dependencies.environment.listAccounts] in
      let accounts = timeline.accounts(among: (try? await listAccounts()) ?? [])
      self?.merged.listed[timeline] = accounts.map(\.id)
      self?.accounts?.updateFollowedAccounts()
    }
  }

  /// The user's own entries and the hidden ones, by the account that each is of. They are never unread.
  private func readKeys(among entries: [Post], in timeline: TimelineID) -> Set<PostKey> {
    let read = entries.filter { entry in
      guard let owner = entry.ref.account.flatMap({ openAccounts[$0] }) else { return false }
      let (visibility, user) = (
        EntryVisibility(owner.actions.relationships, merged.options), owner.account.profile
      )
      return entry.isOwnEntry(of: user) || visibility.hiddenReason(of: entry, in: timeline, user: user) != nil
    }
    return Set(read.map(\.key))
  }

  private func makeMerged(_ timeline: MergedTimeline, _ context: PostScreenContext) -> any ViewController {
    let (environment, source, account) = (dependencies.environment, context.source, context.account)
    let timelines = MergedTimelines(
      timeline, of: environment.listAccounts, in: environment.accounts, clock: services.clock)
    let dependencies = TimelineDependencies(
      firstTimeline: ListedTimeline(.merged(timeline)), .merged(timelines),
      searches: TimelineSearches(SearchTimeline(search: source.search)),
      other: { [weak self] in self?.foreignContext(of: $0) }, loadTimeline: LoadTimeline(timelines: timelines),
      trackUnread: TrackUnread(timelines: timelines) { [weak self] in await self?.readKeys(among: $0, in: $1) ?? [] },
      savePosition: SaveMergedPosition(session: environment.session), positionQueue: positionQueue)
    let makeContext = { [opened = context.opened] in PostScreenContext(opened, profile: $0, query: $1) }
    let router = TimelineRouter(
      showPost: { [weak self] in self?.showPost($0, makeContext($1, $2)) },
      show: { [weak self] in self?.show($0, makeContext($1, nil)) },
      showLogin: { [weak self] in self?.accounts?.showLogin(to: account) })
    var session = context.session
    session.options = merged.options
    // A search here would look through one account only.
    session.capabilities = SourceCapabilities(
      reportsTotals: false, canRefresh: source.capabilities.canRefresh, canSearch: false)
    return TimelineAssembly.make(dependencies: dependencies, services: services, session: session, router: router)
  }

  private func searches(of source: Source) -> TimelineSearches {
    TimelineSearches(
      SearchTimeline(search: source.search), recent: recentSearches, saved: savedSearches,
      // Each search of all accounts needs a use case of its own.
      makeSearchAccounts: { [environment = dependencies.environment, clock = services.clock] in
        SearchAccounts(clock: clock) { () async throws(TimelineError) in
          try await environment.listAccounts.searchableAccounts(in: environment.accounts)
        }
      },
      searchedServer: { source.searchedServer })
  }

  /// The services for posts of another account, or nil if the account no longer exists.
  /// - Parameter actingAccount: the account that acts on posts of a server that is read without an account.
  func foreignContext(of account: Account, actingAccount: AccountID? = nil) -> ForeignAccountContext? {
    guard let opened = openAccounts.open(account) else { return nil }
    let context = { PostScreenContext(opened, query: $0, actingAccount: actingAccount) }
    return ForeignAccountContext(
      session: context(nil).session,
      showPost: { [weak self] in self?.showPost($0, context($1)) },
      show: { [weak self] in self?.show($0, context(nil)) },
      select: { [weak self] in self?.select($0, context($1)) })
  }
}

/// The open timelines of all accounts, and what they share.
@MainActor
struct OpenMergedTimelines {
  var screens: [MergedTimeline: WeakScreen] = [:]
  /// The accounts of each.
  var listed: [MergedTimeline: [AccountID]] = [:]
  let options: TimelineOptionsStore

  /// The accounts of the timelines that are still open.
  var accounts: Set<AccountID> {
    Set(screens.filter { $0.value.screen != nil }.keys.flatMap { listed[$0] ?? [] })
  }
}

struct WeakScreen {
  weak var screen: (any ViewController)?
}
