import Domain
import UserProfile
import PictureView
import PostCell
import PostVersions
import Report
import ServerSearch
import TerminalKit
import Timeline
import TimelineCore

/// Where posts lead beside their threads: people, tags, what posts said before; and what servers find.
extension AppAssembly {
  /// What is told apart from all else that can stand beside a list.
  private enum Place: Hashable {
    case person(AccountID, String)
    case tag(AccountID, String)
    case versions(PostRef)
    case pictures(PostRef)
    case report(AccountID, String, PostRef?)
    case serverMatches(AccountID, String)
  }

  func show(_ destination: PostDestination, _ reading: PostScreenContext) {
    let account = reading.account.id
    switch destination {
    case .person(let person):
      navigator.showDetail(Place.person(account, person.handle.lowercased())) { makeProfile(person, reading) }
    case .tag(let name):
      navigator.showDetail(Place.tag(account, name.lowercased())) { makeTag(name, reading) }
    case .versions(let post):
      guard let histories = reading.source.histories else { return }
      navigator.showDetail(Place.versions(post.ref)) { makeVersions(of: post, histories, reading) }
    case .pictures(let post):
      navigator.showDetail(Place.pictures(post.ref)) { makePictures(of: post, reading) }
    case .composer(let writing, let post): write(writing, about: post, reading)
    case .report(let person, let post):
      navigator.showDetail(Place.report(account, person.handle.lowercased(), post?.ref)) {
        makeReport(on: person, post, reading)
      }
    }
  }

  func showServerMatches(of query: SearchQuery, _ reading: PostScreenContext) {
    guard let server = reading.source.serverSearch else { return }
    navigator.showDetail(Place.serverMatches(reading.account.id, query.text)) {
      makeServerMatches(of: query, server, reading)
    }
  }

  private func makeServerMatches(
    of query: SearchQuery, _ server: any ServerSearchRepository, _ reading: PostScreenContext
  ) -> any ViewController {
    ServerSearchAssembly.make(
      dependencies: serverSearch(query, at: server.host, SearchServer(server: server), reading),
      router: serverSearchRouter(reading))
  }

  /// The people of a notification that is about no post. No server is asked before one of them is opened.
  func makePeople(of notification: PostNotification, _ reading: PostScreenContext) -> any ViewController {
    ServerSearchAssembly.make(
      listing: ListedPeople(of: notification),
      dependencies: serverSearch(.empty, at: reading.account.origin.label, SearchNothing(), reading),
      router: serverSearchRouter(reading))
  }

  private func serverSearch(
    _ query: SearchQuery, at host: String, _ searchServer: any SearchServerUseCase, _ reading: PostScreenContext
  ) -> ServerSearchDependencies {
    let shared = reading.shared
    return ServerSearchDependencies(
      query: query, host: host, account: reading.reader, reach: reading.source.reach, cache: shared.cache,
      actor: shared.actor, canWrite: reading.source.publishing != nil,
      revealed: shared.revealed, searchServer: searchServer, openLink: openLink,
      clipboard: terminal.clipboard, programs: terminal.programs, keymap: keymap, time: time, clock: clock,
      runner: runner, log: sources.log)
  }

  private func serverSearchRouter(_ reading: PostScreenContext) -> ServerSearchRouter {
    let account = reading.account
    return ServerSearchRouter(
      showPost: { [weak self] in self?.showPost($0, reading) }, show: { [weak self] in self?.show($0, reading) },
      showAccounts: { [weak self] in self?.showLogin(signInHandle: nil) },
      stepAccount: { [weak self] step in self?.root.stepAccount(from: account.id, by: step) },
      showLogin: { [weak self] in self?.showLogin(to: account) })
  }

  private func makeProfile(_ person: Profile, _ reading: PostScreenContext) -> any ViewController {
    let (source, shared, account) = (reading.source, reading.shared, reading.account)
    let dependencies = ProfileDependencies(
      person: person, account: reading.reader, capabilities: source.capabilities, reach: source.reach,
      cache: shared.cache, actor: shared.actor, canWrite: source.publishing != nil, revealed: shared.revealed,
      loadPerson: LoadProfile(people: source.knownPeople),
      changes: { source.timelines.changes() }, openLink: openLink, clipboard: terminal.clipboard,
      programs: terminal.programs, density: density, keymap: keymap, time: time, clock: clock, runner: runner,
      log: sources.log)
    let router = ProfileRouter(
      showPost: { [weak self] in self?.showPost($0, reading) }, show: { [weak self] in self?.show($0, reading) },
      showAccounts: { [weak self] in self?.showLogin(signInHandle: nil) },
      stepAccount: { [weak self] step in self?.root.stepAccount(from: account.id, by: step) },
      showLogin: { [weak self] in self?.showLogin(to: account) })
    return ProfileAssembly.make(dependencies: dependencies, router: router)
  }

  private func makeReport(on person: Profile, _ post: Post?, _ reading: PostScreenContext) -> any ViewController {
    ReportAssembly.make(
      ReportDependencies(
        person: person, post: post, account: reading.reader, actor: reading.shared.actor,
        drafts: reading.shared.reports, keymap: keymap)
    ) { [weak navigator] notice in
      navigator?.pop()
      if let notice { navigator?.announce(notice, isFailure: false) }
    }
  }

  /// A report that was not taken is opened again, with why; whoever writes, or has another report open, is not led away.
  /// - Returns: whether the person has been told.
  func reopenReport(_ refusal: RefusedAction, of account: AccountID) -> Bool {
    let reason = refusal.error.clause
    guard case .report(let report) = refusal.action, let shared = shared[account],
      let source = sources.accounts.source(of: account),
      let subject = shared.reports.refuse(report, because: reason)
    else { return false }
    guard navigator.focusedField == nil, navigator.focusedEditor == nil,
      !navigator.allScreens.contains(where: { ReportAssembly.isReport($0) })
    else {
      let remedy = keymap.value.sentence(ProfileActionCommands.report, "on them opens it again")
      navigator.announce(
        "Your report on @\(subject.person.handle) was not taken: \(reason)".asSentence
          + (remedy.isEmpty ? "" : " \(remedy)."))
      return true
    }
    let profile = shared.account.profile
    show(
      .report(subject.person, subject.post),
      PostScreenContext(account: shared.account, profile: profile, query: nil, source: source, shared: shared))
    return true
  }

  /// A timeline that stands by itself and is not remembered as one of the account's.
  private func makeTag(_ name: String, _ reading: PostScreenContext) -> any ViewController {
    let (source, shared, account) = (reading.source, reading.shared, reading.account)
    let timeline = ListedTimeline(.tag(name))
    let dependencies = TimelineDependencies(
      account: account, firstTimeline: timeline, capabilities: source.capabilities, reach: source.reach, isSingle: true,
      cache: shared.cache, actor: shared.actor, canWrite: source.publishing != nil, revealed: shared.revealed,
      searches: searches, makeSearchAccounts: makeSearchAccounts, other: { [weak self] in self?.other($0) },
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

  private func makePictures(of post: Post, _ reading: PostScreenContext) -> any ViewController {
    PictureViewAssembly.make(
      dependencies: PictureViewDependencies(
        post: post, account: reading.reader, showPicture: showPicture(of: reading.account),
        playMedia: PlayMedia(
          pictures: sources.pictures.repository(of: reading.account), player: terminal.player, openLink: openLink,
          isOffline: sources.pictures.isOffline),
        player: { [weak self] in self?.settings.player ?? [] }, keymap: keymap, look: terminal.pictureLook,
        clock: clock, runner: runner))
  }

  func showPicture(of account: Account) -> ShowPicture {
    ShowPicture(pictures: sources.pictures.repository(of: account), drawing: terminal.drawing)
  }

  private func makeVersions(
    of post: Post, _ histories: any PostHistoryRepository, _ reading: PostScreenContext
  ) -> any ViewController {
    let account = reading.account
    let dependencies = PostVersionsDependencies(
      post: post, account: reading.reader, loadVersions: LoadVersions(histories: histories), openLink: openLink,
      clipboard: terminal.clipboard, keymap: keymap, time: time, clock: clock, runner: runner, log: sources.log)
    let router = PostVersionsRouter(showLogin: { [weak self] in self?.showLogin(to: account) })
    return PostVersionsAssembly.make(dependencies: dependencies, router: router)
  }
}

extension Source {
  /// What can be opened of its posts.
  var reach: NavigationCapabilities {
    NavigationCapabilities(
      people: people != nil || capabilities.canSearch, namedInTexts: capabilities.findsNames,
      versions: histories != nil, pictures: true)
  }

  /// The server that can be asked for what is looked for; nil where there is none.
  var searchedServer: String? { serverSearch.flatMap { $0.isOffered ? $0.host : nil } }

  /// Where a source says nothing of people, their posts do.
  fileprivate var knownPeople: any PeopleRepository { people ?? PeopleInPosts(search: search) }
}

/// Finds nothing, where people are listed that are known.
private struct SearchNothing: SearchServerUseCase {
  func callAsFunction(_ words: String, isRefresh: Bool) async throws(TimelineError) -> ServerMatches { ServerMatches() }
}

/// One timeline, as if its source had no other.
private struct LoadSingleTimeline: LoadTimelineUseCase {
  private let timeline: ListedTimeline
  private let all: LoadTimeline

  init(_ timeline: ListedTimeline, timelines: any TimelineRepository) {
    self.timeline = timeline
    all = LoadTimeline(timelines: timelines)
  }

  func overview(isRetry: Bool) async throws(TimelineError) -> TimelineOverview {
    TimelineOverview(timelines: [timeline])
  }

  func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    try await all.page(of: timeline, request)
  }

  func changes() -> AsyncStream<SourceChange> { all.changes() }
}

/// Keeps nothing: what is left comes to its beginning when it is opened again.
private struct SaveNoPosition: SavePositionUseCase {
  func memory(of account: AccountID) async -> AccountMemory { AccountMemory() }

  func remember(
    account: AccountID, timeline: ListedTimeline?, places: [TimelineID: Place], marks: [TimelineID: MarkChange]
  ) async throws(SessionError) {}
}
