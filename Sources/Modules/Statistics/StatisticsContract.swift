import Domain
import EmptyState
import TerminalKit

/// What the presenter tells the screen, besides that it loads or is empty.
@MainActor
protocol StatisticsView: ListView {
  func showHeader(_ header: StatisticsHeader)
  func showStatistics(_ viewModel: StatisticsViewModel)
}

/// What the screen tells the presenter.
@MainActor
protocol StatisticsPresentation: AnyObject {
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
protocol StatisticsWireframe {
  func showPost(_ post: Post)
}

/// The first line: whose posts were counted.
struct StatisticsHeader: Hashable, Sendable {
  /// “Ada · @ada@demo”.
  var account: String
  /// “@ada@demo”.
  var label: String
}

/// The figures as they are drawn.
struct StatisticsViewModel: Hashable, Sendable {
  var rows: [StatisticsRow]
  var selection: Int
}
