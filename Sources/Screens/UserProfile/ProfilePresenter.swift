import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import ScreenSupport
import TerminalKit
import TimelineCore

/// Loads a profile and its posts, and decides what the screen shows.
@MainActor
final class ProfilePresenter: PostRouting {
  weak var view: (any ListScreenView<ProfileRow>)?
  let services: AppServices
  let session: AccountSession
  let router: any PostWireframe

  /// The profile as far as it was known before. It has at least a handle.
  private let initialProfile: Profile
  private let profiles: any ProfileRepository

  /// The loaded profile, or what was known of it before.
  private(set) var page: ProfilePage
  /// When the profile was loaded; nil before.
  private(set) var loadedAt: Date?
  /// The failure of the last request for the profile.
  private(set) var failure: LoadFailure?
  /// The request for the profile.
  private let profileLoad: LoadTask
  /// The request for its posts.
  let loading: LoadTask
  let sourceObserver: SourceObserver
  let tabs: [ProfileTab]
  var selectedTab = 0
  private var pagers: [ProfileTab: TimelinePager] = [:]
  /// The selected row: 0 is the profile.
  var selection = 0
  var isVisible = true
  /// The accounts that the user follows and that follow this one.
  private var familiarFollowers: [Profile] = []
  /// Whether the form for the profile was opened.
  var wasEdited = false
  private var familiarFollowersLoad: Task<Void, Never>?
  private var agesShownAt: Date?

  /// - Parameters:
  ///   - known: the profile as far as it is known. It has at least a handle.
  ///   - changes: the changes of the source while a file is still being read.
  init(
    of known: Profile, profiles: any ProfileRepository,
    changes: @escaping @Sendable () -> AsyncStream<SourceChange>,
    services: AppServices, session: AccountSession, router: any PostWireframe
  ) {
    self.initialProfile = known
    self.profiles = profiles
    self.services = services
    self.session = session
    self.router = router
    page = ProfilePage(profile: known)
    tabs = profiles.tabs
    let (clock, runner) = (services.clock, services.runner)
    profileLoad = LoadTask(clock: clock, runner: runner)
    loading = LoadTask(clock: clock, runner: runner)
    sourceObserver = SourceObserver(changes: changes, clock: clock, runner: runner)
    session.actions.relationships.add(self)
    session.revealed.add(self)
    services.pictures.add(self)
  }

  deinit { familiarFollowersLoad?.cancel() }

  var now: Date { services.clock.now }
  var tab: ProfileTab { tabs[selectedTab] }

  /// The pager of the selected tab.
  var pager: TimelinePager {
    if let known = pagers[tab] { return known }
    let (profile, tab) = (initialProfile, tab)
    let pager = TimelinePager(
      loadPage: { [profiles] request throws(TimelineError) in try await profiles.posts(of: profile, tab, request) },
      fillsGapsAutomatically: session.capabilities.fillsGapsAutomatically, loading: loading,
      sourceObserver: sourceObserver, cache: session.cache,
      clock: services.clock, runner: services.runner)
    pager.delegate = self
    pager.shouldInsert = { [weak self, account = session.account] post, addition in
      guard let self, post.ref.account == account.id else { return false }
      return tab.receives(post, by: addition) { $0.isSame(as: self.page.profile) }
    }
    pagers[tab] = pager
    return pager
  }

  /// Whether more than the handle is known.
  private var isKnown: Bool {
    loadedAt != nil || initialProfile.details != nil || initialProfile.name != initialProfile.handle
  }

  private var label: String { page.profile.label }

  private var subject: EmptyReason.Subject {
    .init(owner: "", contentName: label, origin: session.account.origin)
  }
}

// MARK: - Rendering

extension ProfilePresenter: ListPresenter {
  private static let offered: Set<EmptyStateAction> = [.retry, .signInAgain, .switchAccount, .back]

  var title: String { "Profile" }

  var header: ListHeader {
    ListHeader(title: isKnown ? page.profile.displayName : label, reader: session.account.profile)
  }

  var rowNames: RowNames {
    RowNames("post", first: "profile", last: "last loaded post", firstCommand: ProfileCommands.first)
  }

  var screenContent: ScreenContent<ListRows<ProfileRow>> {
    if isKnown { return .content(list) }
    if let failure { return .empty(emptyViewModel(for: failure)) }
    let reason = EmptyReason.loading(subject, seconds: profileLoad.seconds)
    return .loading(profileLoad.isSlow ? EmptyStateViewModel(reason, offered: Self.offered) : nil)
  }

  private func emptyViewModel(for failure: LoadFailure) -> EmptyStateViewModel {
    if case .unknownTimeline = failure.error {
      return ProfileText.unknown(label, subject, lastTry: failure.date, offered: Self.offered)
    }
    return EmptyStateViewModel(reason(for: failure), offered: Self.offered)
  }

  private func reason(for failure: LoadFailure) -> EmptyReason {
    EmptyReason(failure.error, subject, lastTry: failure.date, now: now)
  }

  private var list: ListRows<ProfileRow> {
    agesShownAt = now
    let local = session.account.localDomains
    var card = ProfileCard(shownPage, local, now: now, tabs: tabs.map(\.title), selectedTab: selectedTab)
    card.hasAvatar = services.pictures.hasAvatars
    card.emojis = services.pictures.loadedEmojis(page.profile.images?.emojis ?? [], in: session.account.id)
    card.familiarFollowers = ProfileText.familiarFollowers(familiarFollowers)
    let posts = pager.isShowingPosts ? pager.window?.rows ?? [] : []
    let keys = PostCellViewModel.KeyNames(services.keymap.value)
    let density = services.density.value
    let rows = posts.map { row -> ProfileRow in
      switch row {
      case .post(let post):
        .post(
          services.pictures.addImages(
            of: post,
            to: PostCellViewModel(
              local.shortened(post), now: now, isRevealed: session.revealed.contains(post), keys: keys,
              time: services.time.value, density: density)))
      case .gap(let gap):
        .gap(
          gap.count.map { "\(LoadingProgress.text(posts: $0)) not loaded" } ?? "Some posts are not loaded",
          id: gap.cursor.rawValue)
      }
    }
    selection = min(selection, rows.count)
    return ListRows(
      [.profile(card)] + rows, selection: selection,
      footer: ProfileText.footer(for: pager, tab, isSlow: loading.isSlow, reason: reason), spacing: density.spacing)
  }

  func status(at index: Int, of count: Int) -> String {
    guard index > 0, let position = pager.entriesAbove else { return "" }
    let total = pager.window?.total.map { " of \(LoadingProgress.grouped($0))" } ?? ""
    return "\(LoadingProgress.grouped(position + 1))\(total)"
  }

  var notice: NoticeViewModel? {
    if profileLoad.isSlow || loading.isSlow && pager.isShowingPosts {
      let seconds = WaitingTime.ending(seconds: max(profileLoad.seconds, loading.seconds))
      let contentName = profileLoad.isSlow ? label : "posts by \(label)"
      return NoticeViewModel(text: "Loading \(contentName) from \(subject.source)…\(seconds)", isPersistent: true)
    }
    if let failure { return notice(for: failure, shown: "account", loadedAt: loadedAt) }
    return pager.lastFailure.map { notice(for: $0, shown: "posts", loadedAt: pager.loadedAt) }
  }

  private func notice(for failure: LoadFailure, shown: String, loadedAt: Date?) -> NoticeViewModel {
    if case .unknownTimeline = failure.error {
      return NoticeViewModel(
        text: "\(label) not found at \(subject.source)", severity: .failure, isPersistent: true, actions: [.retry])
    }
    return NoticeViewModel(
      failure: reason(for: failure), shown: shown, loadedAt: loadedAt, now: now, offered: Self.offered)
  }

  /// Updates the ages once per minute while the user moves in the list.
  func updateAges() {
    if let agesShownAt, now.timeIntervalSince(agesShownAt) >= 60 { render() }
  }
}

// MARK: - Loading

extension ProfilePresenter {
  /// Whether the possible actions on the account are still unknown. Keys wait for them: at most two seconds, and a
  /// tenth of a second for a server.
  var isOpening: Bool {
    guard loadedAt == nil, failure == nil, profileLoad.isRunning else { return false }
    return if case .server = session.account.origin { !profileLoad.isSlow } else { profileLoad.seconds < 2 }
  }

  var isLoading: Bool { profileLoad.isRunning || loading.isRunning }

  /// Supersedes a running request. A shown profile stays on screen until the new one arrives.
  func load(isReload: Bool) {
    if !isKnown { failure = nil }
    profileLoad.load { [initialProfile, profiles] () async throws(TimelineError) in
      try await profiles.profile(initialProfile, isReload ? .fresh : .cached)
    } succeeded: { [weak self] in
      self?.accept($0)
    } failed: { [weak self] in
      self?.fail($0)
    } waiting: { [weak self] in
      self?.render()
    }
    render()
  }

  private func accept(_ newPage: ProfilePage) {
    (page, failure, loadedAt) = (newPage, nil, now)
    session.actions.relationships.update(newPage)
    render()
    loadLists()
    loadFamiliarFollowers()
  }

  /// Loads the user's lists, unless they are known.
  func loadLists() {
    session.actions.loadLists { [weak self] in self?.render() }
  }

  /// A failure is not shown: the profile is complete without them.
  private func loadFamiliarFollowers() {
    guard session.navigation.profileLists, !isOwn, let id = page.profile.id else { return }
    familiarFollowersLoad?.cancel()
    familiarFollowersLoad = services.runner.start(for: self) { [weak self, profiles] in
      let found = try? await profiles.profiles(in: .familiarFollowers(of: id), after: nil).profiles
      guard let self, let found, !Task.isCancelled, found != familiarFollowers else { return }
      familiarFollowers = found
      render()
    }
  }

  private func fail(_ error: TimelineError) {
    services.log.record(.timelineFailed(handle: session.logHandle, error: error))
    failure = LoadFailure(error.withMinimumRetryDelay(services.clock), at: now)
    render()
    resumeCountdown()
  }

  /// Counts down to the earliest retry date, then reloads. Nothing is loaded while another screen covers this one.
  func resumeCountdown() {
    let moment = failure?.retryDate ?? pager.lastFailure?.retryDate ?? pager.completionDate
    loading.countDown(to: isVisible ? moment : nil) { [weak self] in
      self?.render()
    } end: { [weak self] in
      self?.reload()
    }
  }
}
