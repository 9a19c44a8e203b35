import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import TerminalKit
import TimelineCore

/// Asks for what a post has said, and shows each version as a post of its own.
@MainActor
final class PostVersionsPresenter {
  private enum Content {
    case loading
    case versions([PostVersion])
    case failed(LoadFailure)
  }

  private static let offered: Set<EmptyStateAction> = [.retry, .logIn, .back]

  weak var view: (any PostVersionsView)?
  private let dependencies: PostVersionsDependencies
  private let router: any PostVersionsWireframe

  private var content = Content.loading
  private var selection = 0
  private var loadedAt: Date?
  /// Why what stands is not the newest: the last question failed.
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

  private var wanted: EmptyReason.Wanted {
    .init(owner: "", thing: "what this post said before", origin: dependencies.account.origin)
  }
}

// MARK: - What stands on the screen

extension PostVersionsPresenter {
  private func render() {
    guard let view else { return }
    view.showHeader(header)
    contentSwitch.show(screenContent, on: view) { view.showVersions($0) }
    showStatus()
    updateNotice()
  }

  /// The one place that decides which of versions, empty view and loading stands.
  private var screenContent: ScreenContent<PostVersionsViewModel> {
    switch content {
    case .versions(let versions): return .content(viewModel(of: versions))
    case .failed(let failure): return .empty(EmptyStateViewModel(reason(for: failure), offered: Self.offered))
    case .loading:
      let reason = EmptyReason.loading(wanted, seconds: loading.seconds)
      return .loading(loading.isSlow ? EmptyStateViewModel(reason, offered: Self.offered) : nil)
    }
  }

  private var header: PostVersionsHeader {
    let reader = dependencies.account.profile
    return PostVersionsHeader(
      title: dependencies.post.author.map { "Versions of a post by \($0.displayName)" } ?? "Versions of a post",
      account: reader.nameAndLabel, label: reader.label)
  }

  private func viewModel(of versions: [PostVersion]) -> PostVersionsViewModel {
    var keys = PostCellViewModel.KeyNames(dependencies.keymap.value)
    // Nothing is folded here.
    (keys.reveal, keys.fold) = ("", "")
    let rows = versions.enumerated().map { index, version in
      var cell = PostCellViewModel(
        full: post(of: version), now: now, isRevealed: true, keys: keys, time: dependencies.time.value)
      cell.remarks = [words(for: index, of: versions.count)]
      return PostVersionRow(id: "\(versions.count - index)", cell: cell)
    }
    let source = wanted.source
    return PostVersionsViewModel(
      rows: rows, selection: selection,
      footer: versions.count > 1 ? "That is what it said first." : "\(source) has kept no earlier version.")
  }

  private func words(for index: Int, of count: Int) -> String {
    switch index {
    case 0: "as it is now"
    case count - 1: "as it was first"
    default: "version \(count - index) of \(count)"
    }
  }

  /// The post as it was.
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
      let text = "Asking \(wanted.source) for \(wanted.thing)…" + WaitingTime.ending(seconds: loading.seconds)
      view?.showNotice(NoticeViewModel(text: text, stays: true))
    } else if versions != nil, let failure {
      view?.showNotice(
        NoticeViewModel(
          failure: reason(for: failure), shown: "versions", loadedAt: loadedAt, now: now, offered: Self.offered))
    } else {
      view?.hideNotice()
    }
  }

  private func reason(for failure: LoadFailure) -> EmptyReason {
    EmptyReason(failure.error, wanted, lastTry: failure.date, now: now)
  }
}

// MARK: - Loading

extension PostVersionsPresenter {
  /// Supersedes whatever is being asked. What stands stays until there is an answer.
  private func load(isRefresh: Bool) {
    if versions == nil { content = .loading }
    loading.ask { [dependencies] () async throws(TimelineError) in
      try await dependencies.loadVersions(of: dependencies.post.id, isRefresh: isRefresh)
    } answered: { [weak self] in
      self?.accept($0)
    } failed: { [weak self] in
      self?.fail($0)
    } waiting: { [weak self] in
      self?.render()
    }
    render()
  }

  private func accept(_ answer: [PostVersion]) {
    (failure, loadedAt) = (nil, now)
    // A server that has kept none has said so.
    let post = dependencies.post
    content = .versions(
      answer.isEmpty
        ? [PostVersion(at: post.createdAt, text: post.text, warning: post.warning, media: post.media)] : answer)
    selection = min(selection, max(0, answer.count - 1))
    render()
  }

  private func fail(_ error: TimelineError) {
    let reader = dependencies.account.profile
    dependencies.log.note(.timelineFailed(handle: reader.handle.isEmpty ? reader.name : reader.handle, error: error))
    let failure = LoadFailure(error.withMinimumRetryDelay(dependencies.clock), at: now)
    if versions == nil { content = .failed(failure) } else { self.failure = failure }
    render()
    resumeCountdown()
  }

  /// Counts down to the moment at which the source answers again, and asks it then.
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

extension PostVersionsPresenter: PostVersionsPresentation {
  func viewDidLoad() { load(isRefresh: false) }

  /// Takes up again what was left when another screen came.
  func viewDidAppear() {
    if wasInterrupted { load(isRefresh: false) } else { resumeCountdown() }
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

  func reload() { load(isRefresh: true) }
  func logIn() { router.showLogin() }

  func openLink(_ url: String) {
    PostSharing(openLink: dependencies.openLink, clipboard: dependencies.clipboard, programs: NoTextPrograms()) {
      [weak view] text, isFailure in
      view?.showNotice(NoticeViewModel(text: text, isFailure: isFailure))
    }.open(url)
  }
}
