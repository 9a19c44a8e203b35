import Domain
import EmptyState
import TerminalKit

/// What the presenter tells the screen, besides that it loads or is empty.
@MainActor
protocol StatsView: ListView {
  func showHeader(_ header: StatsHeader)
  func showStatistics(_ viewModel: StatsViewModel)
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
