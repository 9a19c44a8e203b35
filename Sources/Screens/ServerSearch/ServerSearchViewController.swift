import EmptyState
import PostCell
import TerminalKit

/// Draws the results, and turns commands into calls of the presenter.
@MainActor
final class ServerSearchViewController: HostedListScreen {
  typealias Row = ServerSearchRow

  let title = "Search"
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any ServerSearchPresentation
  var listPresenter: any ListPresentation { presenter }
  let keymap: Observed<Keymap>
  var hosted = HostedList(CellList<ServerSearchRow>(maxWidth: PostCellLayout.maxTextWidth))

  private(set) lazy var mouse = ListMouse<ServerSearchRow>(
    move: { [weak self] in self?.move($0) }, open: { [weak self] in self?.openSelected() },
    openLink: { [weak self] in self?.presenter.openLinkTarget($0, at: self?.selection ?? 0) })

  private(set) lazy var pictures: ListPictures? = presenter.pictures { [weak self] in self?.needsDisplay?() }

  init(presenter: any ServerSearchPresentation, keymap: Observed<Keymap> = Observed(.standard)) {
    self.presenter = presenter
    self.keymap = keymap
  }

  let offersSharedCommands = true
  var availableCommands: [AvailableCommand] { ServerSearchAvailableCommands(self).all }
  var unavailableCommands: [UnavailableCommand] {
    PostCommands.unavailableCommands(for: selectedRow?.post, at: selection, presenter: presenter)
      + presenter.unavailableCommands
  }

  /// Called for a click on the selected row.
  private func openSelected() { presenter.openRow(at: selection) }
}

// MARK: - Updates from the presenter

extension ServerSearchViewController: ServerSearchView {
  func show(_ viewModel: ServerSearchViewModel) {
    showRows(viewModel.rows, selection: viewModel.selection, footer: viewModel.footer)
  }
}
