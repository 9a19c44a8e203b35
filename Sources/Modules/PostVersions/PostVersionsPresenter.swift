import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import TerminalKit
import TimelineCore

/// Loads the versions of a post and shows each as a full post.
@MainActor
final class PostVersionsPresenter {
  private enum Content {
    case loading
    case versions([PostVersion])
    case failed(LoadFailure)
  }

  private static let offered: Set<EmptyStateAction> = [.retry, .signInAgain, .back]

  weak var view: (any PostVersionsView)?
  private let dependencies: PostVersionsDependencies
  private let router: any PostVersionsWireframe

  private var content = Content.loading
  private var selection = 0
  private var loadedAt: Date?
  /// The failure of the last request while older content is shown.
  private var failure: LoadFailure?
  private let loading: LoadTask
  private var contentSwitch = ContentSwitch()
  private var wasInterrupted = false

  init(dependencies: PostVersionsDependencies, router: any PostVersionsWireframe) {
    self.dependencies = dependencies
    self.router = router
    loading = LoadTask(clock: dependencies.clock, runner: dependencies.runner)
  }

  private var now: Date { dependencies.clock.now }

  private var versions: [PostVersion]? {
    if case .versions(let versions) = content { versions } else { nil }
  }

  private var subject: EmptyReason.Subject {
    .init(owner: "", contentName: "earlier versions", origin: dependencies.account.origin)
  }
}

// MARK: - Rendering

extension PostVersionsPresenter {
  private func render() {
    guard let view else { return }
    view.showHeader(header)
    contentSwitch.show(screenContent, on: view) { view.showVersions($0) }
    showStatus()
    updateNotice()
  }

  /// Decides between versions, empty view and loading.
  private var screenContent: ScreenContent<PostVersionsViewModel> {
    switch content {
    case .versions(let versions): return .content(viewModel(of: versions))
    case .failed(let failure): return .empty(EmptyStateViewModel(reason(for: failure), offered: Self.offered))
    case .loading:
      let reason = EmptyReason.loading(subject, seconds: loading.seconds)
      return .loading(loading.isSlow ? EmptyStateViewModel(reason, offered: Self.offered) : nil)
    }
  }

  private var header: PostVersionsHeader {
    let user = dependencies.account.profile
    return PostVersionsHeader(
      title: dependencies.post.author.map { "Versions of a post by \($0.displayName)" } ?? "Versions of a post",
      account: user.nameAndLabel, label: user.label)
  }

  private func viewModel(of versions: [PostVersion]) -> PostVersionsViewModel {
    var keys = PostCellViewModel.KeyNames(dependencies.keymap.value)
    // Nothing is folded on this screen.
    (keys.reveal, keys.fold) = ("", "")
    let rows = versions.enumerated().map { index, version in
      var cell = PostCellViewModel(
        full: post(of: version), now: now, isRevealed: true, keys: keys, time: dependencies.time.value)
      cell.remarks = [words(for: index, of: versions.count)]
      return PostVersionRow(id: "\(versions.count - index)", cell: cell)
    }
    let source = subject.source
    return PostVersionsViewModel(
      rows: rows, selection: selection,
      footer: versions.count > 1 ? "This is the original version." : "\(source) has no earlier versions.")
  }

  private func words(for index: Int, of count: Int) -> String {
    switch index {
    case 0: "current version"
    case count - 1: "original version"
    default: "version \(count - index) of \(count)"
    }
  }

  /// A version as a post.
  private func post(of version: PostVersion) -> Post {
    let post = dependencies.post
    let options = version.pollOptions.map { Poll.Option(title: $0) }
    return Post(
      id: post.id, account: post.ref.account, author: post.author, createdAt: version.at, text: version.text,
      warning: version.warning, media: version.media,
      poll: options.isEmpty ? nil : Poll(options: options, isClosed: post.poll?.isClosed ?? false))
  }

  private func showStatus() {
    view?.showStatus(versions.map { "\(selection + 1) of \($0.count)" } ?? "")
  }

  private func updateNotice() {
    if versions != nil, loading.isSlow {
      let text = "Loading \(subject.contentName) from \(subject.source)…" + WaitingTime.ending(seconds: loading.seconds)
      view?.showNotice(NoticeViewModel(text: text, isPersistent: true))
    } else if versions != nil, let failure {
      view?.showNotice(
        NoticeViewModel(
          failure: reason(for: failure), shown: "versions", loadedAt: loadedAt, now: now, offered: Self.offered))
    } else {
      view?.hideNotice()
    }
  }

  private func reason(for failure: LoadFailure) -> EmptyReason {
    EmptyReason(failure.error, subject, lastTry: failure.date, now: now)
  }
}

// MARK: - Loading

extension PostVersionsPresenter {
  /// Supersedes a running request. Shown versions stay on screen until the new ones arrive.
  private func load(isReload: Bool) {
    if versions == nil { content = .loading }
    loading.load { [dependencies] () async throws(TimelineError) in
      try await dependencies.loadVersions(of: dependencies.post.id, isRefresh: isReload)
    } succeeded: { [weak self] in
      self?.accept($0)
    } failed: { [weak self] in
      self?.fail($0)
    } waiting: { [weak self] in
      self?.render()
    }
    render()
  }

  private func accept(_ versions: [PostVersion]) {
    (failure, loadedAt) = (nil, now)
    // A server without edit history returns no versions.
    let post = dependencies.post
    content = .versions(
      versions.isEmpty
        ? [PostVersion(at: post.createdAt, text: post.text, warning: post.warning, media: post.media)] : versions)
    selection = min(selection, max(0, versions.count - 1))
    render()
  }

  private func fail(_ error: TimelineError) {
    let user = dependencies.account.profile
    dependencies.log.record(.timelineFailed(handle: user.handle.isEmpty ? user.name : user.handle, error: error))
    let failure = LoadFailure(error.withMinimumRetryDelay(dependencies.clock), at: now)
    if versions == nil { content = .failed(failure) } else { self.failure = failure }
    render()
    resumeCountdown()
  }

  /// Counts down to the retry date of the last failure, then reloads.
  private func resumeCountdown() {
    var lastFailure = failure
    if case .failed(let failure) = content { lastFailure = failure }
    loading.countDown(to: lastFailure?.retryDate) { [weak self] in
      self?.render()
    } end: { [weak self] in
      self?.reload()
    }
  }
}

// MARK: - User events

extension PostVersionsPresenter: PostVersionsPresentation {
  func viewDidLoad() { load(isReload: false) }

  /// Resumes a request that was cancelled when the screen disappeared.
  func viewDidAppear() {
    if wasInterrupted { load(isReload: false) } else { resumeCountdown() }
    wasInterrupted = false
  }

  func viewWillDisappear() {
    wasInterrupted = loading.isRunning
    loading.cancel()
  }

  func settingsDidChange() { render() }

  func didSelectRow(at index: Int) {
    selection = index
    showStatus()
  }

  func reload() { load(isReload: true) }
  func signInAgain() { router.showLogin() }

  func openLink(_ url: String) {
    PostSharing(openLink: dependencies.openLink, clipboard: dependencies.clipboard, programs: NoTextPrograms()) {
      [weak view] text, isFailure in
      view?.showNotice(NoticeViewModel(text: text, isFailure: isFailure))
    }.open(url)
  }
}
