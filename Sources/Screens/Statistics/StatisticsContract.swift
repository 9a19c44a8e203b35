import EmptyState
import TerminalKit

/// Shows the statistics. `TitledListView` has the loading and empty states.
@MainActor
protocol StatisticsView: TitledListView {
  func show(_ statistics: StatisticsViewModel)
}

/// Handles the events of the screen.
@MainActor
protocol StatisticsPresentation: ListPresentation {
  func openSelected()
  func reload()
}

/// The statistics as the screen shows them.
struct StatisticsViewModel: Hashable, Sendable {
  var rows: [StatisticsRow]
  var selection: Int
}
