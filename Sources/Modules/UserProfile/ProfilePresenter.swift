import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import TerminalKit
import TimelineCore

/// Decides what to ask for of a person and of their posts, and what to show.
@MainActor
final class ProfilePresenter {
  weak var view: (any ProfileView)?
  let dependencies: ProfileDependencies
  let router: any ProfileWireframe

  /// The person as the source tells of them, or as they were known before.
  private(set) var page: ProfilePage
  /// Since when; nil as long as the source has not told.
  private(set) var loadedAt: Date?
  /// Why the person is not shown as the source tells of them now.
  private(set) var failure: LoadFailure?
  /// The question for the person.
  private let asking: LoadTask
  /// The question for their posts.
  let loading: LoadTask
  let listener: SourceObserver
  let parts: [ProfileTab]
  var selectedPart = 0
  private var pagers: [ProfileTab: TimelinePager] = [:]
  /// The row: 0 for the person.
  var selection = 0
  var isInFront = true
  private var contentSwitch = ContentSwitch()
  private var agesShownAt: Date?

  init(dependencies: ProfileDependencies, router: any ProfileWireframe) {
    self.dependencies = dependencies
    self.router = router
    page = ProfilePage(profile: dependencies.person)
    parts = dependencies.loadPerson.parts
    let (clock, runner) = (dependencies.clock, dependencies.runner)
    asking = LoadTask(clock: clock, runner: runner)
    loading = LoadTask(clock: clock, runner: runner)
    listener = SourceObserver(changes: dependencies.changes, clock: clock, runner: runner)
    dependencies.actor.ties.add(self)
    dependencies.revealed.add(self)
  }

  var now: Date { dependencies.clock.now }
  var part: ProfileTab { parts[selectedPart] }

  /// Holds what is shown of their posts.
  var pager: TimelinePager {
    if let known = pagers[part] { return known }
    let (person, part, loadPerson) = (dependencies.person, part, dependencies.loadPerson)
    let pager = TimelinePager(
      ask: { request throws(TimelineError) in try await loadPerson.posts(of: person, part, request) },
      fillsGaps: dependencies.capabilities.fillsGaps, loading: loading, listener: listener, cache: dependencies.cache,
      clock: dependencies.clock, runner: dependencies.runner)
    pager.delegate = self
    pager.gains = { [weak self, account = dependencies.account] post, addition in
      guard let self, post.ref.account == account.id else { return false }
      return part.gains(post, by: addition) { $0.isSame(as: self.page.profile) }
    }
    pagers[part] = pager
    return pager
  }

  /// Whether there is more to show than a handle.
  private var isKnown: Bool {
    let person = dependencies.person
    return loadedAt != nil || person.details != nil || person.name != person.handle
  }

  private var label: String { page.profile.label }

  /// As the log names whoever reads.
  var readerHandle: String {
    let reader = dependencies.account.profile
    return reader.handle.isEmpty ? reader.name : reader.handle
  }

  private var wanted: EmptyReason.Wanted {
    .init(owner: "", thing: label, origin: dependencies.account.origin)
  }
}

// MARK: - What stands on the screen

extension ProfilePresenter {
  private static let offered: Set<EmptyStateAction> = [.retry, .logIn, .switchAccount, .back]

  func render() {
    guard let view else { return }
    view.showHeader(header)
    contentSwitch.show(screenContent, on: view) { view.showPerson($0) }
    showStatus()
    updateNotice()
  }

  /// The one place that decides which of person, empty view and loading stands.
  private var screenContent: ScreenContent<ProfileViewModel> {
    if isKnown { return .content(viewModel()) }
    if let failure { return .empty(emptyViewModel(for: failure)) }
    let reason = EmptyReason.loading(wanted, seconds: asking.seconds)
    return .loading(asking.isSlow ? EmptyStateViewModel(reason, offered: Self.offered) : nil)
  }

  private var header: ProfileHeader {
    let reader = dependencies.account.profile
    return ProfileHeader(
      title: isKnown ? page.profile.displayName : label, account: reader.nameAndLabel, label: reader.label,
      parts: isKnown ? parts.map(\.title) : [])
  }

  private func emptyViewModel(for failure: LoadFailure) -> EmptyStateViewModel {
    if case .unknownTimeline = failure.error {
      return ProfileText.unknown(label, wanted, lastTry: failure.date, offered: Self.offered)
    }
    return EmptyStateViewModel(reason(for: failure), offered: Self.offered)
  }

  private func reason(for failure: LoadFailure) -> EmptyReason {
    EmptyReason(failure.error, wanted, lastTry: failure.date, now: now)
  }

  private func viewModel() -> ProfileViewModel {
    agesShownAt = now
    let card = ProfileCard(shownPage, now: now, parts: parts.map(\.title), selectedPart: selectedPart)
    let posts = pager.isShowingPosts ? pager.window?.rows ?? [] : []
    let keys = PostCellViewModel.KeyNames(dependencies.keymap.value)
    let density = dependencies.density.value
    let rows = posts.map { row -> ProfileRow in
      switch row {
      case .post(let post):
        .post(
          PostCellViewModel(
            post, now: now, isRevealed: dependencies.revealed.contains(post), keys: keys,
            time: dependencies.time.value, density: density))
      case .gap(let gap):
        .gap(
          gap.count.map { "\(LoadingProgress.words(posts: $0)) not loaded" } ?? "Some posts are not loaded",
          id: gap.cursor.rawValue)
      }
    }
    selection = min(selection, rows.count)
    return ProfileViewModel(
      rows: [.person(card)] + rows, selection: selection,
      footer: ProfileText.footer(for: pager, part, isSlow: loading.isSlow, reason: reason), spacing: density.spacing)
  }

  func showStatus() {
    guard isKnown, selection > 0, let position = pager.position else { return view?.showStatus("") ?? () }
    let total = pager.window?.total.map { " of \(LoadingProgress.grouped($0))" } ?? ""
    view?.showStatus("\(LoadingProgress.grouped(position + 1))\(total)")
  }

  private func updateNotice() {
    if let notice = currentNotice { view?.showNotice(notice) } else { view?.hideNotice() }
  }

  private var currentNotice: NoticeViewModel? {
    guard isKnown else { return nil }
    if asking.isSlow || loading.isSlow && pager.isShowingPosts {
      let seconds = WaitingTime.ending(seconds: max(asking.seconds, loading.seconds))
      let thing = asking.isSlow ? label : "posts by \(label)"
      return NoticeViewModel(text: "Asking \(wanted.source) for \(thing)…\(seconds)", stays: true)
    }
    if let failure { return notice(for: failure, shown: "account", loadedAt: loadedAt) }
    return pager.lastFailure.map { notice(for: $0, shown: "posts", loadedAt: pager.loadedAt) }
  }

  private func notice(for failure: LoadFailure, shown: String, loadedAt: Date?) -> NoticeViewModel {
    if case .unknownTimeline = failure.error {
      return NoticeViewModel(
        text: "\(wanted.source) does not know \(label)", isFailure: true, stays: true, actions: [.retry])
    }
    return NoticeViewModel(
      failure: reason(for: failure), shown: shown, loadedAt: loadedAt, now: now, offered: Self.offered)
  }

  /// Ages grow old while a person reads: once a minute they are counted anew.
  func renewAges() {
    if let agesShownAt, now.timeIntervalSince(agesShownAt) >= 60 { render() }
  }
}

// MARK: - Asking for the person

extension ProfilePresenter {
  /// Supersedes what is being asked. Whoever is shown stays until the source has told.
  func load(isRefresh: Bool) {
    if !isKnown { failure = nil }
    asking.ask { [dependencies] () async throws(TimelineError) in
      try await dependencies.loadPerson(dependencies.person, isRefresh: isRefresh)
    } answered: { [weak self] in
      self?.accept($0)
    } failed: { [weak self] in
      self?.fail($0)
    } waiting: { [weak self] in
      self?.render()
    }
    render()
  }

  private func accept(_ answer: ProfilePage) {
    (page, failure, loadedAt) = (answer, nil, now)
    dependencies.actor.ties.learn(answer)
    render()
    dependencies.actor.askForLists { [weak self] in self?.render() }
  }

  private func fail(_ error: TimelineError) {
    dependencies.log.note(.timelineFailed(handle: readerHandle, error: error))
    failure = LoadFailure(error.withMinimumRetryDelay(dependencies.clock), at: now)
    render()
    resumeCountdown()
  }

  /// Counts down to the moment at which the source answers again, and asks it then. Behind another screen nothing is asked
  /// by itself.
  func resumeCountdown() {
    let moment = failure?.retryDate ?? pager.lastFailure?.retryDate ?? pager.completionDate
    loading.countDown(to: isInFront ? moment : nil) { [weak self] in
      self?.render()
    } end: { [weak self] in
      self?.reload()
    }
  }
}
