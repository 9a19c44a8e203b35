import EmptyState
import PostCell
import TerminalKit

/// Draws drafts and what waits, and turns commands into presenter calls.
@MainActor
final class OutgoingViewController: HostedListScreen {
  typealias Row = OutgoingRow

  let title = "Drafts and what waits"
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any OutgoingPresentation
  let keymap: Live<Keymap>
  var hosted = HostedList(CellList<OutgoingRow>(maxWidth: PostCellLayout.maxTextWidth))
  private var whose = OutgoingHeader(account: "", label: "")

  private(set) lazy var mouse = ListMouse<OutgoingRow>(
    move: { [weak self] in self?.move($0) }, open: { [weak self] in self?.openSelected() })

  init(presenter: any OutgoingPresentation, keymap: Live<Keymap>) {
    self.presenter = presenter
    self.keymap = keymap
  }

  var header: ScreenHeader? { ScreenHeader(.title(title), account: whose.account, label: whose.label) }
  var offers: [Offer] { OutgoingOffers(self).all }

  func viewDidLoad() { presenter.viewDidLoad() }
  func viewDidAppear() { presenter.viewDidAppear() }
  func viewWillDisappear() { presenter.viewWillDisappear() }
  func settingsDidChange() { presenter.settingsDidChange() }

  func tellSelection(_ index: Int) { presenter.didSelectRow(at: index) }

  /// What a click on the selected row does: what is on its way is not taken back by one.
  private func openSelected() {
    if let row = selectedRow, !row.isOnItsWay { presenter.write(row.id) }
  }
}

// MARK: - What the presenter tells

extension OutgoingViewController: OutgoingView {
  func showHeader(_ header: OutgoingHeader) {
    whose = header
    needsDisplay?()
  }

  func showList(_ viewModel: OutgoingViewModel) {
    showRows(viewModel.rows, selection: viewModel.selection, footer: viewModel.footer)
  }
}
