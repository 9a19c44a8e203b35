import Domain
import NotificationRequests
import PictureView
import PostCell
import PostVersions
import Report
import ServerSearch
import Statistics
import TerminalKit
import Timeline
import TimelineCore
import UserProfile

/// The screens that open from a post in addition to its thread: profile, hashtag, versions, pictures, report; server
/// search and statistics.
extension PostCoordinator {
  /// Identifies the content of the detail pane.
  private enum DetailID: Hashable {
    case profile(AccountID, String)
    case people(AccountID, notification: String)
    case reposters(PostRef)
    case profileList(AccountID, ProfileList)
    case tag(AccountID, String)
    case quotes(PostRef)
    case versions(PostRef)
    case pictures(PostRef)
    case report(AccountID, String, PostRef?)
    case heldNotifications(AccountID)
    case notifications(AccountID, request: String)
    case serverMatches(AccountID, String)
  }

  func show(_ destination: PostDestination, _ context: PostScreenContext) {
    let account = context.account.id
    switch destination {
    case .profile(let profile):
      navigator.showDetail(DetailID.profile(account, profile.handle.lowercased())) { makeProfile(profile, context) }
    case .people(let notification):
      navigator.showDetail(DetailID.people(account, notification: notification.id)) {
        makeProfileList(ListedProfiles(of: notification), context)
      }
    case .reposters(let reposters, let post):
      navigator.showDetail(DetailID.reposters(post.ref)) {
        makeProfileList(ListedProfiles(reposters: reposters, of: post), context)
      }
    case .profileList(let list, let owner):
      guard let profiles = context.source.profiles else { return }
      navigator.showDetail(DetailID.profileList(account, list)) {
        ServerSearchAssembly.make(
          .list(ServerProfileList(list, of: owner, ListProfiles(list, profiles: profiles))), services: services,
          session: context.session, router: router(context))
      }
    case .tag(let name):
      navigator.showDetail(DetailID.tag(account, name.lowercased())) {
        makeTimeline(of: context.timeline(ofTag: name), context)
      }
    case .quotes(let post):
      navigator.showDetail(DetailID.quotes(post.ref)) {
        makeTimeline(of: ListedTimeline(.quotes(of: post.id)), context)
      }
    case .address(let address): showAddress(address, context)
    case .versions(let post):
      guard let histories = context.source.histories else { return }
      navigator.showDetail(DetailID.versions(post.ref)) { makeVersions(of: post, histories, context) }
    case .pictures(let post):
      navigator.showDetail(DetailID.pictures(post.ref)) { makePictures(of: post, context) }
    case .heldNotifications:
      navigator.showDetail(DetailID.heldNotifications(account)) {
        NotificationRequestsAssembly.make(
          services: services, session: context.session, router: router(context),
          announce: { [weak navigator] in navigator?.announce($0, severity: Severity(isFailure: $1)) })
      }
    case .notifications(let request):
      guard let repository = context.source.heldNotifications else { return }
      navigator.showDetail(DetailID.notifications(account, request: request.id)) {
        ServerSearchAssembly.make(
          .heldNotifications(request, repository), services: services, session: context.session, router: router(context)
        )
      }
    case .composer(let action, let post): writing.write(action, about: post, context)
    case .otherAccount(let action, let account, let post):
      writing.perform(action, asOtherAccount: account, on: post, context)
    case .note(let profile): showNoteForm(about: profile, context)
    case .filter(let filter): showFilterForm(filter, context)
    case .ownProfile: showOwnProfileForm(context)
    case .blockedServers: showBlockedServers(context)
    case .report(let profile, let post):
      navigator.showDetail(DetailID.report(account, profile.handle.lowercased(), post?.ref)) {
        makeReport(on: profile, post, context)
      }
    }
  }

  func showServerMatches(of query: SearchQuery, _ context: PostScreenContext) {
    if let address = FediverseAddress(query.text), context.session.navigation.addresses {
      return showAddress(address, context)
    }
    guard let server = context.source.serverSearch else { return }
    navigator.showDetail(DetailID.serverMatches(context.account.id, query.text)) {
      makeServerMatches(of: query, server, context)
    }
  }

  private func makeServerMatches(
    of query: SearchQuery, _ server: any ServerSearchRepository, _ context: PostScreenContext
  ) -> any ViewController {
    ServerSearchAssembly.make(
      .matches(of: query, server), services: services, session: context.session, router: router(context))
  }

  /// The people of a notification, or those who reposted a post.
  func makeProfileList(_ listed: ListedProfiles, _ context: PostScreenContext) -> any ViewController {
    ServerSearchAssembly.make(
      .profiles(listed), services: services, session: context.session, router: router(context))
  }

  private func makeProfile(_ profile: Profile, _ context: PostScreenContext) -> any ViewController {
    let source = context.source
    return ProfileAssembly.make(
      of: profile, profiles: source.knownProfiles, changes: { source.timelines.changes() },
      services: services, session: context.session, router: router(context))
  }

  private func makeReport(on profile: Profile, _ post: Post?, _ context: PostScreenContext) -> any ViewController {
    ReportAssembly.make(
      ReportDependencies(
        profile: profile, post: post, account: context.reader, actions: context.opened.actions,
        drafts: context.opened.reports, services: services)
    ) { [weak navigator] notice in
      navigator?.pop()
      if let notice { navigator?.announce(notice, severity: .notice) }
    }
  }

  /// Reopens the form of a report that the server refused, with the reason. If the user is typing or has another report
  /// open, shows a notice instead.
  /// - Returns: whether the user has been informed.
  func reopenReport(_ refusal: RefusedAction, of account: AccountID) -> Bool {
    let reason = refusal.error.clause
    guard case .report(let report) = refusal.action, let opened = openAccounts[account],
      let subject = opened.reports.reject(report, because: reason)
    else { return false }
    guard navigator.focusedField == nil, navigator.focusedEditor == nil,
      !navigator.allScreens.contains(where: { ReportAssembly.isReport($0) })
    else {
      let remedy = services.keymap.value.sentence(ProfileActionCommands.report, "on their profile reopens it")
      navigator.announce(
        "Your report on @\(subject.profile.handle) was refused: \(reason)".asSentence
          + (remedy.isEmpty ? "" : " \(remedy)."))
      return true
    }
    show(.report(subject.profile, subject.post), PostScreenContext(opened))
    return true
  }

  private func makePictures(of post: Post, _ context: PostScreenContext) -> any ViewController {
    PictureViewAssembly.make(
      dependencies: PictureViewDependencies(
        post: post, account: context.reader, showPicture: showPicture(of: context.account),
        playMedia: PlayMedia(
          pictures: dependencies.environment.pictures.repository(of: context.account),
          player: dependencies.terminal.player, openLink: services.openLink,
          isOffline: dependencies.environment.pictures.isOffline),
        player: { [settings = dependencies.settings] in settings.value.player }, keymap: services.keymap,
        style: dependencies.terminal.pictureStyle, pictures: services.pictures, clock: services.clock,
        runner: services.runner))
  }

  /// nil if the account has not been opened.
  func showPicture(ofAccount account: AccountID) -> ShowPicture? {
    openAccounts[account].map { showPicture(of: $0.account) }
  }

  func showPicture(of account: Account) -> ShowPicture {
    ShowPicture(
      pictures: dependencies.environment.pictures.repository(of: account), drawing: dependencies.terminal.drawing)
  }

  private func makeVersions(
    of post: Post, _ histories: any PostHistoryRepository, _ context: PostScreenContext
  ) -> any ViewController {
    PostVersionsAssembly.make(
      of: post, histories: histories, services: services, session: context.session,
      router: router(context))
  }
}

// MARK: - Sent posts

extension PostCoordinator {
  /// The command that opens the post sent last; empty if none was sent since launch, or it was deleted.
  func sentPostCommands(of account: OpenAccount) -> [AvailableCommand] {
    guard let sent = account.outbox?.lastSent, let post = account.cache[sent.ref] else { return [] }
    return [
      AvailableCommand(PostActionCommands.showSent) { [weak self] in self?.showPost(post, PostScreenContext(account)) }
    ]
  }
}

// MARK: - Statistics

extension PostCoordinator {
  /// The command that opens the statistics; empty while they are already open.
  func statisticsCommands(of account: OpenAccount) -> [AvailableCommand] {
    guard statisticsScreen == nil else { return [] }
    return [AvailableCommand(StatisticsCommands.show) { [weak self] in self?.showStatistics(of: account) }]
  }

  private func showStatistics(of opened: OpenAccount) {
    guard statisticsScreen == nil else { return }
    let statistics = dependencies.environment.statistics(of: opened.account, opened.source)
    let screen = StatisticsAssembly.make(
      statistics, services: services, account: opened.account, router: router(PostScreenContext(opened)))
    statisticsScreen = screen
    navigator.push(screen)
  }
}

extension Source {
  /// The screens that can be opened from its posts.
  var navigation: NavigationCapabilities {
    NavigationCapabilities(
      profiles: profiles != nil || capabilities.canSearch, mentionsAndTags: capabilities.resolvesNames,
      versions: histories != nil, pictures: true, profileLists: profiles?.listsProfiles ?? false,
      addresses: features?.features.contains(.addresses) ?? false, management: management != nil)
  }

  /// The host of the server that can search, or nil if none can.
  var searchedServer: String? { serverSearch.flatMap { $0.isAvailable ? $0.host : nil } }

  /// Falls back to what the posts contain if the source has no profiles.
  fileprivate var knownProfiles: any ProfileRepository { profiles ?? ProfilesInPosts(search: search) }
}
