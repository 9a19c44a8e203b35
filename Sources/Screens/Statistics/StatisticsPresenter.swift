import Domain
import EmptyState
import FoundationEssentials
import ScreenSupport
import TerminalKit
import TimelineCore

/// Loads the statistics of an account's posts and decides what the screen shows.
@MainActor
final class StatisticsPresenter {
  /// A row, and the post that it opens.
  typealias Row = (row: StatisticsRow, post: Post?)

  private static let offered: Set<EmptyStateAction> = [.retry, .back]

  weak var view: (any StatisticsView)?
  private let loadStatistics: any LoadStatisticsUseCase
  private let services: AppServices
  private let account: Account
  private let router: any PostWireframe

  private lazy var loader = ScreenLoader<[Row]>(
    services, of: account, render: { [weak self] in self?.render() }, reload: { [weak self] in self?.reload() })
  private var selection = 0
  private var contentSwitch = ContentSwitch()

  init(
    _ loadStatistics: any LoadStatisticsUseCase, services: AppServices, account: Account, router: any PostWireframe
  ) {
    self.loadStatistics = loadStatistics
    self.services = services
    self.account = account
    self.router = router
  }

  private func subject(_ contentName: String) -> EmptyReason.Subject {
    .init(owner: account.label, contentName: contentName, origin: account.origin)
  }
}

// MARK: - Rendering

extension StatisticsPresenter {
  private func render() {
    guard let view else { return }
    view.showHeader(ListHeader(title: "Statistics", reader: account.profile))
    contentSwitch.show(screenContent, on: view) { view.show($0) }
    showStatus()
    let notice = loader.notice(
      subject("posts"), shown: "statistics", loading: "Counting the posts…", offered: Self.offered)
    view.updateNotice(loader.content?.isEmpty == true ? nil : notice)
  }

  /// Decides between statistics, empty view and loading.
  private var screenContent: ScreenContent<StatisticsViewModel> {
    loader.screenContent(subject("posts"), offered: Self.offered) { rows in
      guard rows.isEmpty else {
        return .content(StatisticsViewModel(rows: rows.map(\.row), selection: selection))
      }
      // The posts of a file belong to no account.
      let reason = EmptyReason.noPosts(subject(account.origin.isFile ? "Posts" : "account"))
      return .empty(EmptyStateViewModel(reason, offered: Self.offered))
    }
  }

  private func showStatus() {
    let count = loader.content?.count ?? 0
    view?.showStatus(count == 0 ? "" : "\(selection + 1) of \(count)")
  }
}

// MARK: - Loading

extension StatisticsPresenter {
  /// Counts the posts. Shown statistics stay on screen until the new ones arrive.
  private func load() {
    loader.load { [loadStatistics] () async throws(TimelineError) in
      try await loadStatistics()
    } accept: { [weak self] in
      self?.accept($0)
    }
  }

  private func accept(_ statistics: PostStatistics) {
    let rows = statistics.posts == 0 ? [] : StatisticsText.rows(of: statistics, owner: account.profile)
    loader.show(rows, asOf: services.clock.now)
    selection = min(selection, max(0, rows.count - 1))
  }
}

// MARK: - User events

extension StatisticsPresenter: StatisticsPresentation {
  var isOpening: Bool { loader.isOpening }
  func viewDidLoad() { load() }
  func viewDidAppear() { loader.screenDidAppear { load() } }
  func viewWillDisappear() { loader.screenWillDisappear() }
  func settingsDidChange() { render() }

  func didSelectRow(at index: Int) {
    selection = index
    showStatus()
  }

  func openSelected() {
    guard let rows = loader.content, rows.indices.contains(selection), let post = rows[selection].post else { return }
    router.showPost(post)
  }

  func reload() { load() }
}
