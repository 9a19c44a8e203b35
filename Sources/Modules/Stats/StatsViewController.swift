import EmptyState
import TerminalKit

/// Draws the figures and turns commands into presenter calls.
@MainActor
final class StatsViewController: HostedListScreen {
  typealias Row = StatsRow

  private static let maxWidth = 80

  let title = "Statistics"
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any StatsPresentation
  let keymap: Live<Keymap>
  var hosted = HostedList(CellList<StatsRow>(maxWidth: StatsViewController.maxWidth))
  private var statsHeader = StatsHeader(account: "", label: "")

  private(set) lazy var mouse = ListMouse<StatsRow>(
    move: { [weak self] in self?.move($0) }, open: { [weak self] in self?.presenter.openSelected() })

  init(presenter: any StatsPresentation, keymap: Live<Keymap>) {
    self.presenter = presenter
    self.keymap = keymap
  }

  var header: ScreenHeader? {
    ScreenHeader(.title("Statistics"), account: statsHeader.account, label: statsHeader.label)
  }

  /// The way back is the navigator's.
  var offers: [Offer] {
    let shown = helpfulActions
    let retry = shown.contains(.retry) ? [EmptyStateAction.retry.offer { [presenter] in presenter.reload() }] : []
    guard hosted.isShown else { return retry }
    var open: [Offer] = []
    if case .post? = selectedRow?.content {
      open = [Offer(StatsCommands.open, hint: "open") { [presenter] in presenter.openSelected() }]
    }
    return open
      + CellList<StatsRow>.offers(moving: "part") { [weak self] in self?.move($0) } + [
        Offer(ListCommands.first, title: "first part") { [weak self] in self?.move { $0.selectFirst() } },
        Offer(ListCommands.last, title: "last part") { [weak self] in self?.move { $0.selectLast() } },
        Offer(ReadingCommands.refresh, title: "count anew") { [presenter] in presenter.reload() },
      ]
  }

  func viewDidLoad() { presenter.viewDidLoad() }
  func viewDidAppear() { presenter.viewDidAppear() }
  func viewWillDisappear() { presenter.viewWillDisappear() }
  func settingsDidChange() { presenter.settingsDidChange() }
  func tellSelection(_ index: Int) { presenter.didSelectRow(at: index) }
}

// MARK: - What the presenter tells

extension StatsViewController: StatsView {
  func showHeader(_ header: StatsHeader) {
    statsHeader = header
    needsDisplay?()
  }

  func showStatistics(_ viewModel: StatsViewModel) {
    showRows(viewModel.rows, selection: viewModel.selection, footer: "")
  }
}

/// What can be done with the figures, and what leads to them.
public enum StatsCommands {
  public static let show = Command("statistics", "what the posts of this account come to", keys: ["#"], in: .open)
  public static let open = Command("statistics-open", "open the post and its thread", keys: ["Enter"], in: .open)

  public static let all = [show, open]
}
