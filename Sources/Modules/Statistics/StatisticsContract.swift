import Domain
import EmptyState
import TerminalKit

/// Shows the statistics. `ListView` has the loading and empty states.
@MainActor
protocol StatisticsView: ListView {
  func showHeader(_ header: StatisticsHeader)
  func showStatistics(_ viewModel: StatisticsViewModel)
}

/// Handles the events of the screen.
@MainActor
protocol StatisticsPresentation: AnyObject {
  func viewDidLoad()
  func viewDidAppear()
  func viewWillDisappear()
  /// Called when the key bindings changed.
  func settingsDidChange()
  func didSelectRow(at index: Int)
  func openSelected()
  func reload()
}

/// Opens other screens.
@MainActor
protocol StatisticsWireframe {
  func showPost(_ post: Post)
}

/// The title line: the account whose posts were counted.
struct StatisticsHeader: Hashable, Sendable {
  /// “Ada · @ada@demo”.
  var account: String
  /// “@ada@demo”.
  var label: String
}

/// The statistics as the screen shows them.
struct StatisticsViewModel: Hashable, Sendable {
  var rows: [StatisticsRow]
  var selection: Int
}
