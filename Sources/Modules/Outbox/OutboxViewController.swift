import EmptyState
import PostCell
import TerminalKit

/// Draws drafts and what waits, and turns commands into presenter calls.
@MainActor
final class OutboxViewController: HostedListScreen {
  typealias Row = OutboxRow

  let title = "Drafts and what waits"
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any OutboxPresentation
  let keymap: Observed<Keymap>
  var hosted = HostedList(CellList<OutboxRow>(maxWidth: PostCellLayout.maxTextWidth))
  private var whose = OutboxHeader(account: "", label: "")

  private(set) lazy var mouse = ListMouse<OutboxRow>(
    move: { [weak self] in self?.move($0) }, open: { [weak self] in self?.openSelected() })

  init(presenter: any OutboxPresentation, keymap: Observed<Keymap>) {
    self.presenter = presenter
    self.keymap = keymap
  }

  var header: ScreenHeader? { ScreenHeader(.title(title), account: whose.account, label: whose.label) }
  var availableCommands: [AvailableCommand] { OutboxAvailableCommands(self).all }

  func viewDidLoad() { presenter.viewDidLoad() }
  func viewDidAppear() { presenter.viewDidAppear() }
  func viewWillDisappear() { presenter.viewWillDisappear() }
  func settingsDidChange() { presenter.settingsDidChange() }

  func selectionDidChange(_ index: Int) { presenter.didSelectRow(at: index) }

  /// What a click on the selected row does: what is on its way is not taken back by one.
  private func openSelected() {
    if let row = selectedRow, !row.isOnItsWay { presenter.write(row.id) }
  }
}

// MARK: - What the presenter tells

extension OutboxViewController: OutboxView {
  func showHeader(_ header: OutboxHeader) {
    whose = header
    needsDisplay?()
  }

  func showList(_ viewModel: OutboxViewModel) {
    showRows(viewModel.rows, selection: viewModel.selection, footer: viewModel.footer)
  }
}
