import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import TerminalKit
import TimelineCore

/// Searches the server, and decides what to show of the results.
@MainActor
final class ServerSearchPresenter {
  /// A row: a profile, a hashtag or a post.
  enum Match {
    case person(Profile)
    case tag(ServerMatches.Tag)
    case post(Post)
  }

  /// What to show. Exactly one case applies at any time.
  private enum Content {
    case loading
    case matches([Match])
    case failed(LoadFailure)
  }

  private static let offered: Set<EmptyStateAction> = [.retry, .signInAgain, .switchAccount, .back]

  weak var view: (any ServerSearchView)?
  let dependencies: ServerSearchDependencies
  let router: any ServerSearchWireframe

  private var content = Content.loading
  private var selection = 0
  /// When the server sent the matches.
  private var loadedAt: Date?
  /// Why the last request failed; the matches may be out of date.
  private var failure: LoadFailure?
  private let loading: LoadTask
  private var contentSwitch = ContentSwitch()
  /// Whether the screen was left during a request.
  private var wasInterrupted = false
  /// The time for which the ages in the list were computed.
  private var agesShownAt: Date?

  init(dependencies: ServerSearchDependencies, router: any ServerSearchWireframe) {
    self.dependencies = dependencies
    self.router = router
    loading = LoadTask(clock: dependencies.clock, runner: dependencies.runner)
    if let listed = dependencies.listed { content = .matches(listed.people.map(Match.person)) }
    dependencies.revealed.add(self)
  }

  private var now: Date { dependencies.clock.now }

  private var text: String { dependencies.query.text }

  var matches: [Match]? {
    if case .matches(let matches) = content { matches } else { nil }
  }

  /// nil if the row is not a post.
  func post(at index: Int) -> Post? {
    if case .post(let post)? = match(at: index) { post } else { nil }
  }

  func match(at index: Int) -> Match? {
    matches.flatMap { $0.indices.contains(index) ? $0[index] : nil }
  }

  private var subject: EmptyReason.Subject {
    .init(owner: "", contentName: "“\(text)”", origin: dependencies.account.origin)
  }
}

// MARK: - Screen content

extension ServerSearchPresenter {
  func render() {
    guard let view else { return }
    view.showHeader(header)
    contentSwitch.show(screenContent, on: view) { view.showMatches($0) }
    showStatus()
    updateNotice()
  }

  /// Decides between the matches, the empty view and the loading view. This is the only code that does.
  private var screenContent: ScreenContent<ServerSearchViewModel> {
    switch content {
    case .failed(let failure):
      if case .unknownTimeline = failure.error { return .empty(ServerSearchText.notOffered(at: dependencies.host)) }
      return .empty(EmptyStateViewModel(reason(for: failure), offered: Self.offered))
    case .matches(let matches):
      return matches.isEmpty ? .empty(noMatches) : .content(viewModel(of: matches))
    case .loading:
      let reason = EmptyReason.loading(subject, seconds: loading.seconds)
      return .loading(loading.isSlow ? EmptyStateViewModel(reason, offered: Self.offered) : nil)
    }
  }

  private var noMatches: EmptyStateViewModel {
    dependencies.listed.map(ServerSearchText.noPeople) ?? ServerSearchText.noMatches(for: text, at: dependencies.host)
  }

  private var header: ServerSearchHeader {
    let user = dependencies.account.profile
    return ServerSearchHeader(
      title: dependencies.listed?.title ?? "\(text) at \(dependencies.host)", account: user.nameAndLabel,
      label: user.label)
  }

  private func viewModel(of matches: [Match]) -> ServerSearchViewModel {
    agesShownAt = now
    let keys = PostCellViewModel.KeyNames(dependencies.keymap.value)
    var above: String?
    let rows = matches.enumerated().map { index, match in
      let kind = ServerSearchText.heading(of: match)
      defer { above = kind }
      return ServerSearchRow(
        id: "\(kind) \(index)", heading: kind == above ? nil : kind, content: cell(of: match, keys))
    }
    return ServerSearchViewModel(
      rows: rows, selection: selection,
      footer: dependencies.listed.map(ServerSearchText.footer) ?? "End of results")
  }

  private func cell(of match: Match, _ keys: PostCellViewModel.KeyNames) -> ServerSearchRow.Content {
    switch match {
    case .person(let person):
      .person(name: person.displayName, handle: "@\(person.handle)", bio: person.details?.bio ?? "")
    case .tag(let tag): .tag(name: "#\(tag.name)", facts: ServerSearchText.facts(of: tag))
    case .post(let post):
      .post(
        PostCellViewModel(
          post, now: now, query: dependencies.query, isRevealed: dependencies.revealed.contains(post), keys: keys,
          time: dependencies.time.value))
    }
  }

  private func showStatus() {
    let count = matches?.count ?? 0
    view?.showStatus(count == 0 ? "" : "\(selection + 1) of \(count)")
  }

  private func updateNotice() {
    guard matches?.isEmpty == false else { return view?.hideNotice() ?? () }
    if loading.isSlow {
      let text =
        "Searching \(subject.source) for \(subject.contentName)…" + WaitingTime.ending(seconds: loading.seconds)
      view?.showNotice(NoticeViewModel(text: text, isPersistent: true))
    } else if let failure {
      view?.showNotice(
        NoticeViewModel(
          failure: reason(for: failure), shown: "matches", loadedAt: loadedAt, now: now, offered: Self.offered))
    } else {
      view?.hideNotice()
    }
  }

  private func reason(for failure: LoadFailure) -> EmptyReason {
    EmptyReason(failure.error, subject, lastTry: failure.date, now: now)
  }
}

// MARK: - Loading

extension ServerSearchPresenter {
  /// Loads the matches, cancelling a running request. The current matches stay until the response arrives.
  private func load(isRefresh: Bool) {
    // The people of a notification are already known.
    guard dependencies.listed == nil else { return render() }
    if matches?.isEmpty != false { content = .loading }
    loading.load { [dependencies] () async throws(TimelineError) in
      try await dependencies.searchServer(dependencies.query.text, isRefresh: isRefresh)
    } succeeded: { [weak self] in
      self?.accept($0)
    } failed: { [weak self] in
      self?.fail($0)
    } waiting: { [weak self] in
      self?.render()
    }
    render()
  }

  /// Profiles and hashtags come first: they are few, and short queries usually mean them.
  private func accept(_ response: ServerMatches) {
    (failure, loadedAt) = (nil, now)
    let matches = response.people.map(Match.person) + response.tags.map(Match.tag) + response.posts.map(Match.post)
    content = .matches(matches)
    selection = min(selection, max(0, matches.count - 1))
    dependencies.cache.setPosts(response.posts, for: self)
    render()
  }

  private func fail(_ error: TimelineError) {
    let user = dependencies.account.profile
    dependencies.log.record(.timelineFailed(handle: user.handle.isEmpty ? user.name : user.handle, error: error))
    let failure = LoadFailure(error.withMinimumRetryDelay(dependencies.clock), at: now)
    if matches == nil { content = .failed(failure) } else { self.failure = failure }
    render()
    resumeCountdown()
  }

  /// Counts down to the time at which the server accepts requests again, then reloads.
  private func resumeCountdown() {
    var current = failure
    if case .failed(let failure) = content { current = failure }
    loading.countDown(to: current?.retryDate) { [weak self] in
      self?.render()
    } end: { [weak self] in
      self?.reload()
    }
  }
}

// MARK: - User actions

extension ServerSearchPresenter: ServerSearchPresentation {
  func viewDidLoad() { load(isRefresh: false) }

  /// Repeats a request that was cancelled by leaving the screen.
  func viewDidAppear() {
    if wasInterrupted { load(isRefresh: false) } else { resumeCountdown() }
    wasInterrupted = false
    refreshAges()
  }

  func viewWillDisappear() {
    wasInterrupted = loading.isRunning
    loading.cancel()
  }

  func settingsDidChange() { render() }

  func didSelectRow(at index: Int) {
    selection = index
    showStatus()
    refreshAges()
  }

  /// Rebuilds the list if the ages of its posts are older than a minute.
  private func refreshAges() {
    if let agesShownAt, now.timeIntervalSince(agesShownAt) >= 60 { render() }
  }

  func openRow(at index: Int) {
    switch match(at: index) {
    case .person(let person): router.show(.person(person))
    case .tag(let tag): router.show(.tag(tag.name))
    case .post(let post): router.showPost(post)
    case nil: break
    }
  }

  func reload() { load(isRefresh: true) }
  func switchAccount() { router.showAccounts() }
  func showNextAccount() { router.showNextAccount() }
  func showPreviousAccount() { router.showPreviousAccount() }
  func signInAgain() { router.showLogin() }
}

// MARK: - Changes to posts

extension ServerSearchPresenter: PostCacheObserver, RevealedWarningsObserver {
  func postDidChange(_ post: Post) {
    change { $0.ref == post.ref || $0.ref == post.formerRef ? $0.updated(from: post) : $0 }
  }

  func postWasDeleted(_ ref: PostRef) {
    change { $0.ref == ref ? nil : $0 }
  }

  func warningDidChange(of post: PostRef) {
    let isShown = matches?.contains { if case .post(let shown) = $0 { shown.ref == post } else { false } }
    if isShown == true { render() }
  }

  private func change(_ change: (Post) -> Post?) {
    guard let matches else { return }
    let left = matches.compactMap { match -> Match? in
      guard case .post(let post) = match else { return match }
      return change(post).map(Match.post)
    }
    content = .matches(left)
    selection = min(selection, max(0, left.count - 1))
    render()
  }
}
