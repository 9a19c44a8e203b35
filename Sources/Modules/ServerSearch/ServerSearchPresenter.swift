import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import TerminalKit
import TimelineCore

/// Asks the server for what it finds, and decides what to show of it.
@MainActor
final class ServerSearchPresenter {
  /// A row: somebody, a tag or a post.
  enum Match {
    case person(Profile)
    case tag(ServerMatches.Tag)
    case post(Post)
  }

  /// What stands on the screen: exactly one of these.
  private enum Content {
    case loading
    case matches([Match])
    case failed(LoadFailure)
  }

  private static let offered: Set<EmptyStateAction> = [.retry, .logIn, .switchAccount, .back]

  weak var view: (any ServerSearchView)?
  let dependencies: ServerSearchDependencies
  let router: any ServerSearchWireframe

  private var content = Content.loading
  private var selection = 0
  /// When the server has said what stands.
  private var loadedAt: Date?
  /// Why what stands is not the newest: the last question failed.
  private var failure: LoadFailure?
  private let loading: LoadTask
  private var contentSwitch = ContentSwitch()
  /// Whether the screen was left while it waited for an answer.
  private var wasInterrupted = false
  /// The ages in the rows are counted from this moment.
  private var agesShownAt: Date?

  init(dependencies: ServerSearchDependencies, router: any ServerSearchWireframe) {
    self.dependencies = dependencies
    self.router = router
    loading = LoadTask(clock: dependencies.clock, runner: dependencies.runner)
    if let listed = dependencies.listed { content = .matches(listed.people.map(Match.person)) }
    dependencies.revealed.add(self)
  }

  private var now: Date { dependencies.clock.now }

  private var words: String { dependencies.query.text }

  var matches: [Match]? {
    if case .matches(let matches) = content { matches } else { nil }
  }

  /// nil where the row is no post.
  func post(at index: Int) -> Post? {
    if case .post(let post)? = match(at: index) { post } else { nil }
  }

  func match(at index: Int) -> Match? {
    matches.flatMap { $0.indices.contains(index) ? $0[index] : nil }
  }

  private var wanted: EmptyReason.Wanted {
    .init(owner: "", thing: "“\(words)”", origin: dependencies.account.origin)
  }
}

// MARK: - What stands on the screen

extension ServerSearchPresenter {
  func render() {
    guard let view else { return }
    view.showHeader(header)
    contentSwitch.show(screenContent, on: view) { view.showMatches($0) }
    showStatus()
    updateNotice()
  }

  /// The one place that decides which of matches, empty view and loading stands.
  private var screenContent: ScreenContent<ServerSearchViewModel> {
    switch content {
    case .failed(let failure):
      if case .unknownTimeline = failure.error { return .empty(ServerSearchText.notOffered(at: dependencies.host)) }
      return .empty(EmptyStateViewModel(reason(for: failure), offered: Self.offered))
    case .matches(let matches):
      return matches.isEmpty ? .empty(nothing) : .content(viewModel(of: matches))
    case .loading:
      let reason = EmptyReason.loading(wanted, seconds: loading.seconds)
      return .loading(loading.isSlow ? EmptyStateViewModel(reason, offered: Self.offered) : nil)
    }
  }

  private var nothing: EmptyStateViewModel {
    dependencies.listed.map(ServerSearchText.nobody) ?? ServerSearchText.nothing(for: words, at: dependencies.host)
  }

  private var header: ServerSearchHeader {
    let reader = dependencies.account.profile
    return ServerSearchHeader(
      title: dependencies.listed?.title ?? "\(words) at \(dependencies.host)", account: reader.nameAndLabel,
      label: reader.label)
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
      footer: dependencies.listed.map(ServerSearchText.footer) ?? "That is what \(dependencies.host) has found.")
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
      let text = "Asking \(wanted.source) for \(wanted.thing)…" + WaitingTime.ending(seconds: loading.seconds)
      view?.showNotice(NoticeViewModel(text: text, stays: true))
    } else if let failure {
      view?.showNotice(
        NoticeViewModel(
          failure: reason(for: failure), shown: "matches", loadedAt: loadedAt, now: now, offered: Self.offered))
    } else {
      view?.hideNotice()
    }
  }

  private func reason(for failure: LoadFailure) -> EmptyReason {
    EmptyReason(failure.error, wanted, lastTry: failure.date, now: now)
  }
}

// MARK: - Loading

extension ServerSearchPresenter {
  /// Supersedes whatever is being asked. What stands stays until there is an answer.
  private func load(isRefresh: Bool) {
    // These are known, and stay as they are.
    guard dependencies.listed == nil else { return render() }
    if matches?.isEmpty != false { content = .loading }
    loading.ask { [dependencies] () async throws(TimelineError) in
      try await dependencies.searchServer(dependencies.query.text, isRefresh: isRefresh)
    } answered: { [weak self] in
      self?.accept($0)
    } failed: { [weak self] in
      self?.fail($0)
    } waiting: { [weak self] in
      self?.render()
    }
    render()
  }

  /// People and tags are few, and more often meant by a word or two.
  private func accept(_ answer: ServerMatches) {
    (failure, loadedAt) = (nil, now)
    let matches = answer.people.map(Match.person) + answer.tags.map(Match.tag) + answer.posts.map(Match.post)
    content = .matches(matches)
    selection = min(selection, max(0, matches.count - 1))
    dependencies.cache.hold(answer.posts, for: self)
    render()
  }

  private func fail(_ error: TimelineError) {
    let reader = dependencies.account.profile
    dependencies.log.note(.timelineFailed(handle: reader.handle.isEmpty ? reader.name : reader.handle, error: error))
    let failure = LoadFailure(error.withMinimumRetryDelay(dependencies.clock), at: now)
    if matches == nil { content = .failed(failure) } else { self.failure = failure }
    render()
    resumeCountdown()
  }

  /// Counts down to the moment at which the server answers again, and asks it then.
  private func resumeCountdown() {
    var standing = failure
    if case .failed(let failure) = content { standing = failure }
    loading.countDown(to: standing?.retryDate) { [weak self] in
      self?.render()
    } end: { [weak self] in
      self?.reload()
    }
  }
}

// MARK: - What the person does

extension ServerSearchPresenter: ServerSearchPresentation {
  func viewDidLoad() { load(isRefresh: false) }

  /// Takes up again what was left when another screen came.
  func viewDidAppear() {
    if wasInterrupted { load(isRefresh: false) } else { resumeCountdown() }
    wasInterrupted = false
    renewAges()
  }

  func viewWillDisappear() {
    wasInterrupted = loading.isRunning
    loading.cancel()
  }

  func settingsDidChange() { render() }

  func didSelectRow(at index: Int) {
    selection = index
    showStatus()
    renewAges()
  }

  /// Ages grow old while a person reads: once a minute they are counted anew.
  private func renewAges() {
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
  func logIn() { router.showLogin() }
}

// MARK: - What happens to its posts

extension ServerSearchPresenter: PostCacheObserver, RevealedWarningsHolder {
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
