import Domain
import PictureView
import PostCell
import PostVersions
import Report
import ServerSearch
import TerminalKit
import Timeline
import TimelineCore
import UserProfile

/// The screens that open from a post besides its thread: profile, hashtag, versions, pictures, report; and server
/// search.
extension AppAssembly {
  /// Identifies the content of the detail pane.
  private enum DetailID: Hashable {
    case person(AccountID, String)
    case tag(AccountID, String)
    case versions(PostRef)
    case pictures(PostRef)
    case report(AccountID, String, PostRef?)
    case serverMatches(AccountID, String)
  }

  func show(_ destination: PostDestination, _ context: PostScreenContext) {
    let account = context.account.id
    switch destination {
    case .person(let person):
      navigator.showDetail(DetailID.person(account, person.handle.lowercased())) { makeProfile(person, context) }
    case .tag(let name):
      navigator.showDetail(DetailID.tag(account, name.lowercased())) { makeTag(name, context) }
    case .versions(let post):
      guard let histories = context.source.histories else { return }
      navigator.showDetail(DetailID.versions(post.ref)) { makeVersions(of: post, histories, context) }
    case .pictures(let post):
      navigator.showDetail(DetailID.pictures(post.ref)) { makePictures(of: post, context) }
    case .composer(let writing, let post): write(writing, about: post, context)
    case .report(let person, let post):
      navigator.showDetail(DetailID.report(account, person.handle.lowercased(), post?.ref)) {
        makeReport(on: person, post, context)
      }
    }
  }

  func showServerMatches(of query: SearchQuery, _ context: PostScreenContext) {
    guard let server = context.source.serverSearch else { return }
    navigator.showDetail(DetailID.serverMatches(context.account.id, query.text)) {
      makeServerMatches(of: query, server, context)
    }
  }

  private func makeServerMatches(
    of query: SearchQuery, _ server: any ServerSearchRepository, _ context: PostScreenContext
  ) -> any ViewController {
    ServerSearchAssembly.make(
      dependencies: serverSearch(query, at: server.host, SearchServer(server: server), context),
      router: serverSearchRouter(context))
  }

  /// The profiles of a notification without a post. No server is contacted before one of them is opened.
  func makePeople(of notification: PostNotification, _ context: PostScreenContext) -> any ViewController {
    ServerSearchAssembly.make(
      listing: ListedPeople(of: notification),
      dependencies: serverSearch(.empty, at: context.account.origin.label, SearchNothing(), context),
      router: serverSearchRouter(context))
  }

  private func serverSearch(
    _ query: SearchQuery, at host: String, _ searchServer: any SearchServerUseCase, _ context: PostScreenContext
  ) -> ServerSearchDependencies {
    let shared = context.shared
    return ServerSearchDependencies(
      query: query, host: host, account: context.reader, navigation: context.source.navigation, cache: shared.cache,
      actor: shared.actor, canWrite: context.source.publishing != nil,
      revealed: shared.revealed, searchServer: searchServer, openLink: openLink,
      clipboard: terminal.clipboard, programs: terminal.programs, keymap: keymap, time: time, clock: clock,
      runner: runner, log: sources.log)
  }

  private func serverSearchRouter(_ context: PostScreenContext) -> ServerSearchRouter {
    let account = context.account
    return ServerSearchRouter(
      showPost: { [weak self] in self?.showPost($0, context) }, show: { [weak self] in self?.show($0, context) },
      showAccounts: { [weak self] in self?.showLogin(signInHandle: nil) },
      stepAccount: { [weak self] step in self?.root.stepAccount(from: account.id, by: step) },
      showLogin: { [weak self] in self?.showLogin(to: account) })
  }

  private func makeProfile(_ person: Profile, _ context: PostScreenContext) -> any ViewController {
    let (source, shared, account) = (context.source, context.shared, context.account)
    let dependencies = ProfileDependencies(
      person: person, account: context.reader, capabilities: source.capabilities, navigation: source.navigation,
      cache: shared.cache, actor: shared.actor, canWrite: source.publishing != nil, revealed: shared.revealed,
      loadProfile: LoadProfile(people: source.knownPeople),
      changes: { source.timelines.changes() }, openLink: openLink, clipboard: terminal.clipboard,
      programs: terminal.programs, density: density, keymap: keymap, time: time, clock: clock, runner: runner,
      log: sources.log)
    let router = ProfileRouter(
      showPost: { [weak self] in self?.showPost($0, context) }, show: { [weak self] in self?.show($0, context) },
      showAccounts: { [weak self] in self?.showLogin(signInHandle: nil) },
      stepAccount: { [weak self] step in self?.root.stepAccount(from: account.id, by: step) },
      showLogin: { [weak self] in self?.showLogin(to: account) })
    return ProfileAssembly.make(dependencies: dependencies, router: router)
  }

  private func makeReport(on person: Profile, _ post: Post?, _ context: PostScreenContext) -> any ViewController {
    ReportAssembly.make(
      ReportDependencies(
        profile: person, post: post, account: context.reader, actor: context.shared.actor,
        drafts: context.shared.reports, keymap: keymap)
    ) { [weak navigator] notice in
      navigator?.pop()
      if let notice { navigator?.announce(notice, isFailure: false) }
    }
  }

  /// Reopens the form of a report that the server refused, with the reason. If the user is typing or has another report
  /// open, shows a notice instead.
  /// - Returns: Whether the user has been informed.
  func reopenReport(_ refusal: RefusedAction, of account: AccountID) -> Bool {
    let reason = refusal.error.clause
    guard case .report(let report) = refusal.action, let shared = shared[account],
      let source = sources.accounts.source(of: account),
      let subject = shared.reports.reject(report, because: reason)
    else { return false }
    guard navigator.focusedField == nil, navigator.focusedEditor == nil,
      !navigator.allScreens.contains(where: { ReportAssembly.isReport($0) })
    else {
      let remedy = keymap.value.sentence(ProfileActionCommands.report, "on their profile reopens it")
      navigator.announce(
        "Your report on @\(subject.profile.handle) was refused: \(reason)".asSentence
          + (remedy.isEmpty ? "" : " \(remedy)."))
      return true
    }
    let profile = shared.account.profile
    show(
      .report(subject.profile, subject.post),
      PostScreenContext(account: shared.account, profile: profile, query: nil, source: source, shared: shared))
    return true
  }

  /// The timeline of a hashtag, opened from a post. Its position is not saved.
  private func makeTag(_ name: String, _ context: PostScreenContext) -> any ViewController {
    let (source, shared, account) = (context.source, context.shared, context.account)
    let timeline = ListedTimeline(.tag(name))
    let dependencies = TimelineDependencies(
      account: account, firstTimeline: timeline, capabilities: source.capabilities, navigation: source.navigation,
      isSingle: true,
      cache: shared.cache, actor: shared.actor, canWrite: source.publishing != nil, revealed: shared.revealed,
      searches: searches, makeSearchAccounts: makeSearchAccounts,
      other: { [weak self] in self?.foreignContext(of: $0) },
      density: density,
      loadTimeline: LoadSingleTimeline(timeline, timelines: source.timelines),
      searchTimeline: SearchTimeline(search: source.search), searchedServer: { source.searchedServer },
      trackUnread: TrackUnread(timelines: source.timelines),
      savePosition: SaveNoPosition(), openLink: openLink, clipboard: terminal.clipboard,
      programs: terminal.programs, keymap: keymap, time: time, clock: clock, runner: runner, log: sources.log)
    let found = { PostScreenContext(account: account, profile: $0, query: $1, source: source, shared: shared) }
    let router = TimelineRouter(
      showPost: { [weak self] in self?.showPost($0, found($1, $2)) },
      show: { [weak self] in self?.show($0, found($1, nil)) },
      searchServer: { [weak self] in self?.showServerMatches(of: $0, found($1, $0)) },
      showAccounts: { [weak self] in self?.showLogin(signInHandle: nil) },
      stepAccount: { [weak self] step in self?.root.stepAccount(from: account.id, by: step) },
      showLogin: { [weak self] in self?.showLogin(to: account) })
    return TimelineAssembly.make(dependencies: dependencies, router: router)
  }

  private func makePictures(of post: Post, _ context: PostScreenContext) -> any ViewController {
    PictureViewAssembly.make(
      dependencies: PictureViewDependencies(
        post: post, account: context.reader, showPicture: showPicture(of: context.account),
        playMedia: PlayMedia(
          pictures: sources.pictures.repository(of: context.account), player: terminal.player, openLink: openLink,
          isOffline: sources.pictures.isOffline),
        player: { [weak self] in self?.settings.player ?? [] }, keymap: keymap, look: terminal.pictureLook,
        clock: clock, runner: runner))
  }

  func showPicture(of account: Account) -> ShowPicture {
    ShowPicture(pictures: sources.pictures.repository(of: account), drawing: terminal.drawing)
  }

  private func makeVersions(
    of post: Post, _ histories: any PostHistoryRepository, _ context: PostScreenContext
  ) -> any ViewController {
    let account = context.account
    let dependencies = PostVersionsDependencies(
      post: post, account: context.reader, loadVersions: LoadVersions(histories: histories), openLink: openLink,
      clipboard: terminal.clipboard, keymap: keymap, time: time, clock: clock, runner: runner, log: sources.log)
    let router = PostVersionsRouter(showLogin: { [weak self] in self?.showLogin(to: account) })
    return PostVersionsAssembly.make(dependencies: dependencies, router: router)
  }
}

extension Source {
  /// The screens that can be opened from its posts.
  var navigation: NavigationCapabilities {
    NavigationCapabilities(
      people: people != nil || capabilities.canSearch, namedInTexts: capabilities.resolvesNames,
      versions: histories != nil, pictures: true)
  }

  /// The host of the server that can search, or nil if none can.
  var searchedServer: String? { serverSearch.flatMap { $0.isAvailable ? $0.host : nil } }

  /// Falls back to what the posts contain if the source has no profiles.
  fileprivate var knownPeople: any ProfileRepository { people ?? ProfilesInPosts(search: search) }
}

/// Finds nothing. Used where the profiles to list are already known.
private struct SearchNothing: SearchServerUseCase {
  func callAsFunction(_ words: String, isRefresh: Bool) async throws(TimelineError) -> ServerMatches { ServerMatches() }
}

/// Loads one timeline, as if its source had no others.
private struct LoadSingleTimeline: LoadTimelineUseCase {
  private let timeline: ListedTimeline
  private let all: LoadTimeline

  init(_ timeline: ListedTimeline, timelines: any TimelineRepository) {
    self.timeline = timeline
    all = LoadTimeline(timelines: timelines)
  }

  func overview(isRefresh: Bool) async throws(TimelineError) -> TimelineOverview {
    TimelineOverview(timelines: [timeline])
  }

  func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    try await all.page(of: timeline, request)
  }

  func changes() -> AsyncStream<SourceChange> { all.changes() }
}

/// Saves no position: the timeline opens at its top every time.
private struct SaveNoPosition: SavePositionUseCase {
  func state(of account: AccountID) async -> AccountState { AccountState() }

  func save(
    account: AccountID, timeline: ListedTimeline?, positions: [TimelineID: EntryPosition],
    marks: [TimelineID: MarkChange]
  ) async throws(SessionError) {}
}
