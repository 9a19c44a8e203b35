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
    case profile(AccountID, String)
    case tag(AccountID, String)
    case versions(PostRef)
    case pictures(PostRef)
    case report(AccountID, String, PostRef?)
    case serverMatches(AccountID, String)
  }

  func show(_ destination: PostDestination, _ context: PostScreenContext) {
    let account = context.account.id
    switch destination {
    case .profile(let profile):
      navigator.showDetail(DetailID.profile(account, profile.handle.lowercased())) { makeProfile(profile, context) }
    case .tag(let name):
      navigator.showDetail(DetailID.tag(account, name.lowercased())) { makeTag(name, context) }
    case .versions(let post):
      guard let histories = context.source.histories else { return }
      navigator.showDetail(DetailID.versions(post.ref)) { makeVersions(of: post, histories, context) }
    case .pictures(let post):
      navigator.showDetail(DetailID.pictures(post.ref)) { makePictures(of: post, context) }
    case .composer(let writing, let post): write(writing, about: post, context)
    case .report(let profile, let post):
      navigator.showDetail(DetailID.report(account, profile.handle.lowercased(), post?.ref)) {
        makeReport(on: profile, post, context)
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
      .matches(of: query, host: server.host, SearchServer(server: server)), services: services,
      session: context.session, router: router(context))
  }

  /// The profiles of a notification without a post. No server is contacted before one of them is opened.
  func makeProfileList(of notification: PostNotification, _ context: PostScreenContext) -> any ViewController {
    ServerSearchAssembly.make(
      .profiles(ListedProfiles(of: notification)), services: services, session: context.session, router: router(context)
    )
  }

  private func makeProfile(_ profile: Profile, _ context: PostScreenContext) -> any ViewController {
    let source = context.source
    return ProfileAssembly.make(
      of: profile, LoadProfile(profiles: source.knownProfiles), changes: { source.timelines.changes() },
      services: services, session: context.session, router: router(context))
  }

  private func makeReport(on profile: Profile, _ post: Post?, _ context: PostScreenContext) -> any ViewController {
    ReportAssembly.make(
      ReportDependencies(
        profile: profile, post: post, account: context.reader, actions: context.shared.actions,
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
    show(.report(subject.profile, subject.post), PostScreenContext(shared, source))
    return true
  }

  /// The timeline of a hashtag, opened from a post. Its position is not saved.
  private func makeTag(_ name: String, _ context: PostScreenContext) -> any ViewController {
    let (source, shared, account) = (context.source, context.shared, context.account)
    let timeline = ListedTimeline(.tag(name))
    let dependencies = TimelineDependencies(
      firstTimeline: timeline, isSingle: true, searches: searches, makeSearchAccounts: makeSearchAccounts,
      other: { [weak self] in self?.foreignContext(of: $0) },
      loadTimeline: LoadSingleTimeline(timeline, timelines: source.timelines),
      searchTimeline: SearchTimeline(search: source.search), searchedServer: { source.searchedServer },
      trackUnread: TrackUnread(timelines: source.timelines), savePosition: SaveNoPosition(),
      positionQueue: positionQueue)
    let found = { PostScreenContext(shared, source, profile: $0, query: $1) }
    let router = TimelineRouter(
      showPost: { [weak self] in self?.showPost($0, found($1, $2)) },
      show: { [weak self] in self?.show($0, found($1, nil)) },
      searchServer: { [weak self] in self?.showServerMatches(of: $0, found($1, $0)) },
      showLogin: { [weak self] in self?.showLogin(to: account) })
    return TimelineAssembly.make(
      dependencies: dependencies, services: services, session: PostScreenContext(shared, source).session,
      router: router)
  }

  private func makePictures(of post: Post, _ context: PostScreenContext) -> any ViewController {
    PictureViewAssembly.make(
      dependencies: PictureViewDependencies(
        post: post, account: context.reader, showPicture: showPicture(of: context.account),
        playMedia: PlayMedia(
          pictures: sources.pictures.repository(of: context.account), player: terminal.player, openLink: openLink,
          isOffline: sources.pictures.isOffline),
        player: { [weak self] in self?.settings.player ?? [] }, keymap: keymap, style: terminal.pictureStyle,
        clock: clock, runner: runner))
  }

  func showPicture(of account: Account) -> ShowPicture {
    ShowPicture(pictures: sources.pictures.repository(of: account), drawing: terminal.drawing)
  }

  private func makeVersions(
    of post: Post, _ histories: any PostHistoryRepository, _ context: PostScreenContext
  ) -> any ViewController {
    PostVersionsAssembly.make(
      of: post, LoadVersions(histories: histories), services: services, session: context.session,
      router: router(context))
  }
}

extension Source {
  /// The screens that can be opened from its posts.
  var navigation: NavigationCapabilities {
    NavigationCapabilities(
      profiles: profiles != nil || capabilities.canSearch, mentionsAndTags: capabilities.resolvesNames,
      versions: histories != nil, pictures: true)
  }

  /// The host of the server that can search, or nil if none can.
  var searchedServer: String? { serverSearch.flatMap { $0.isAvailable ? $0.host : nil } }

  /// Falls back to what the posts contain if the source has no profiles.
  fileprivate var knownProfiles: any ProfileRepository { profiles ?? ProfilesInPosts(search: search) }
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
