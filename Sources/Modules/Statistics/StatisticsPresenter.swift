import Domain
import EmptyState
import FoundationEssentials
import Runtime
import TerminalKit
import TimelineCore

/// Loads the statistics of an account's posts and decides what the screen shows.
@MainActor
final class StatisticsPresenter {
  private enum Content {
    case loading
    case statistics([(row: StatisticsRow, post: Post?)])
    case empty
    case failed(LoadFailure)
  }

  private static let offered: Set<EmptyStateAction> = [.retry, .back]

  weak var view: (any StatisticsView)?
  private let dependencies: StatisticsDependencies
  private let router: any StatisticsWireframe

  private var content = Content.loading
  private var selection = 0
  private var countedAt: Date?
  /// The failure of the last reload while older statistics are shown.
  private var reloadFailure: LoadFailure?
  private let loading: LoadTask
  private var contentSwitch = ContentSwitch()
  private var wasInterrupted = false

  init(dependencies: StatisticsDependencies, router: any StatisticsWireframe) {
    self.dependencies = dependencies
    self.router = router
    loading = LoadTask(clock: dependencies.clock, runner: dependencies.runner)
  }

  private var profile: Profile { dependencies.account.profile }

  private var subject: EmptyReason.Subject { subject("posts") }

  private func subject(_ contentName: String) -> EmptyReason.Subject {
    .init(owner: dependencies.account.label, contentName: contentName, origin: dependencies.account.origin)
  }
}

// MARK: - Rendering

extension StatisticsPresenter {
  private func render() {
    guard let view else { return }
    view.showHeader(StatisticsHeader(account: profile.nameAndLabel, label: profile.label))
    contentSwitch.show(screenContent, on: view) { view.showStatistics($0) }
    showStatus()
    updateNotice()
  }

  private func updateNotice() {
    guard let reloadFailure else { return view?.hideNotice() ?? () }
    view?.showNotice(
      NoticeViewModel(
        failure: reason(for: reloadFailure), shown: "statistics", loadedAt: countedAt, now: dependencies.clock.now,
        offered: Self.offered))
  }

  /// Decides between statistics, empty view and loading.
  private var screenContent: ScreenContent<StatisticsViewModel> {
    switch content {
    case .statistics(let rows): return .content(StatisticsViewModel(rows: rows.map(\.row), selection: selection))
    case .loading:
      let reason = EmptyReason.loading(subject, seconds: loading.seconds)
      return .loading(loading.isSlow ? EmptyStateViewModel(reason, offered: [.back]) : nil)
    case .empty:
      // The posts of a file belong to no account.
      let reason = EmptyReason.noPosts(subject(dependencies.account.origin.isFile ? "Posts" : "account"))
      return .empty(EmptyStateViewModel(reason, offered: Self.offered))
    case .failed(let failure):
      return .empty(EmptyStateViewModel(reason(for: failure), offered: Self.offered))
    }
  }

  private func reason(for failure: LoadFailure) -> EmptyReason {
    EmptyReason(failure.error, subject, lastTry: failure.date, now: dependencies.clock.now)
  }

  private func showStatus() {
    if case .statistics(let rows) = content {
      view?.showStatus("\(selection + 1) of \(rows.count)")
    } else {
      view?.showStatus("")
    }
  }
}

// MARK: - Loading

extension StatisticsPresenter {
  /// Supersedes a running request. Shown statistics stay on screen until the new ones arrive.
  private func load() {
    if case .statistics = content {} else { content = .loading }
    loading.load { [dependencies] () async throws(TimelineError) in
      try await dependencies.loadStatistics()
    } succeeded: { [weak self] in
      self?.accept($0)
    } failed: { [weak self] in
      self?.fail($0)
    } waiting: { [weak self] in
      self?.render()
    }
    render()
  }

  private func accept(_ statistics: PostStatistics) {
    let rows = StatisticsText.rows(of: statistics, owner: profile)
    content = statistics.posts == 0 ? .empty : .statistics(rows)
    (countedAt, reloadFailure) = (dependencies.clock.now, nil)
    selection = min(selection, rows.count - 1)
    render()
  }

  private func fail(_ error: TimelineError) {
    dependencies.log.record(
      .timelineFailed(handle: profile.handle.isEmpty ? profile.name : profile.handle, error: error))
    let failure = LoadFailure(error.withMinimumRetryDelay(dependencies.clock), at: dependencies.clock.now)
    if case .statistics = content { reloadFailure = failure } else { content = .failed(failure) }
    render()
  }
}

// MARK: - User events

extension StatisticsPresenter: StatisticsPresentation {
  func viewDidLoad() { load() }

  /// Resumes a request that was cancelled when the screen disappeared.
  func viewDidAppear() {
    if wasInterrupted { load() }
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

  func openSelected() {
    guard case .statistics(let rows) = content, rows.indices.contains(selection), let post = rows[selection].post
    else { return }
    router.showPost(post)
  }

  func reload() { load() }
}
