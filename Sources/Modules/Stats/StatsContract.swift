import Domain
import EmptyState
import TerminalKit

/// What the presenter tells the screen. Exactly one of figures, empty view and loading stands at any moment.
@MainActor
protocol StatsView: AnyObject {
  func showHeader(_ header: StatsHeader)
  /// nil while it is too early to say anything.
  func showLoading(_ viewModel: EmptyStateViewModel?)
  func showStatistics(_ viewModel: StatsViewModel)
  func showEmptyView(_ viewModel: EmptyStateViewModel)
  func hideEmptyView()
  func showStatus(_ status: String)
  func showNotice(_ notice: NoticeViewModel)
  func hideNotice()
}

/// What the screen tells the presenter.
@MainActor
protocol StatsPresentation: AnyObject {
  func viewDidLoad()
  func viewDidAppear()
  func viewWillDisappear()
  /// Keys have other names now.
  func settingsDidChange()
  func didSelectRow(at index: Int)
  func openSelected()
  func reload()
}

/// Where the screen leads.
@MainActor
protocol StatsWireframe {
  func showPost(_ post: Post)
}

/// The first line: whose posts were counted.
struct StatsHeader: Hashable, Sendable {
  /// “Ada · @ada@demo”.
  var account: String
  /// “@ada@demo”.
  var label: String
}

/// The figures as they are drawn.
struct StatsViewModel: Hashable, Sendable {
  var rows: [StatsRow]
  var selection: Int
}
