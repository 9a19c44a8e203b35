import Domain
import EmptyState
import PostCell
import TerminalKit

/// Draws drafts, outgoing and scheduled posts, and turns commands into presenter calls.
@MainActor
final class OutboxViewController: HostedListScreen {
  typealias Row = OutboxRow

  let title = "Drafts and outbox"
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any OutboxPresentation
  var listPresenter: any ListPresentation { presenter }
  let keymap: Observed<Keymap>
  var hosted = HostedList(CellList<OutboxRow>(maxWidth: PostCellLayout.maxTextWidth))
  private var timeField: (row: String, field: TextField)?

  private(set) lazy var mouse = ListMouse<OutboxRow>(
    move: { [weak self] in self?.move($0) }, open: { [weak self] in self?.openSelected() })

  init(presenter: any OutboxPresentation, keymap: Observed<Keymap>) {
    self.presenter = presenter
    self.keymap = keymap
  }

  var focusedField: TextField? { timeField?.field }

  var bottomLine: BottomLine {
    if let timeField { return .prompt(PublishTime.promptLabel, timeField.field) }
    return .status(hosted.isShown ? hosted.list.status(hosted.statusText) : hosted.statusText)
  }

  func endEditing() { hideTimeField() }

  func submitTime() {
    if let timeField { presenter.setTime(timeField.row, timeField.field.text) }
  }

  var availableCommands: [AvailableCommand] { OutboxAvailableCommands(self).all }

  /// Handles a click on the selected row. Opens drafts only: a click should not withdraw an outgoing post.
  private func openSelected() {
    if let row = selectedRow, row.content == .draft { presenter.edit(row.id) }
  }
}

// MARK: - Updates from the presenter

extension OutboxViewController: OutboxView {
  func show(_ viewModel: OutboxViewModel) {
    showRows(viewModel.rows, selection: viewModel.selection, footer: viewModel.footer)
  }

  func showTimeField(_ row: String, text: String) {
    timeField = (row, TextField(text: text, placeholder: PublishTime.promptPlaceholder))
    needsDisplay?()
  }

  func hideTimeField() {
    timeField = nil
    needsDisplay?()
  }
}
