import EmptyState
import TerminalKit

/// Draws the statistics and forwards commands to the presenter.
@MainActor
final class StatisticsViewController: HostedListScreen {
  typealias Row = StatisticsRow

  private static let maxWidth = 80

  let title = "Statistics"
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any StatisticsPresentation
  var listPresenter: any ListPresentation { presenter }
  let keymap: Observed<Keymap>
  var hosted = HostedList(CellList<StatisticsRow>(maxWidth: StatisticsViewController.maxWidth))

  private(set) lazy var mouse = ListMouse<StatisticsRow>(
    move: { [weak self] in self?.move($0) }, open: { [weak self] in self?.presenter.openSelected() })

  init(presenter: any StatisticsPresentation, keymap: Observed<Keymap>) {
    self.presenter = presenter
    self.keymap = keymap
  }

  /// The navigator adds the command to go back.
  var availableCommands: [AvailableCommand] {
    let shown = suggestedActions
    let retry = shown.filter { [.retry, .refresh].contains($0) }.map { action in
      action.availableCommand { [presenter] in presenter.reload() }
    }
    guard hosted.isShown else { return retry }
    var open: [AvailableCommand] = []
    if case .post? = selectedRow?.content {
      open = [AvailableCommand(StatisticsCommands.open, hint: "open") { [presenter] in presenter.openSelected() }]
    }
    return open
      + CellList<StatisticsRow>.availableCommands(moving: "section") { [weak self] in self?.move($0) } + [
        AvailableCommand(ListCommands.first, title: "first section") { [weak self] in self?.move { $0.selectFirst() } },
        AvailableCommand(ListCommands.last, title: "last section") { [weak self] in self?.move { $0.selectLast() } },
        AvailableCommand(SourceCommands.refresh, title: "refresh") { [presenter] in presenter.reload() },
      ]
  }
}

// MARK: - Presenter updates

extension StatisticsViewController: StatisticsView {
  func show(_ viewModel: StatisticsViewModel) {
    showRows(viewModel.rows, selection: viewModel.selection, footer: "")
  }
}

/// The commands of the statistics screen, and the one that opens it.
public enum StatisticsCommands {
  public static let show = Command(
    "statistics", "statistics", synonyms: ["stats", "numbers", "charts"], keys: ["#"], in: .open)
  public static let open = Command("statistics-open", "open the post and its thread", keys: ["Enter"], in: .open)

  public static let all = [show, open]
}
