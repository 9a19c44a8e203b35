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
  let keymap: Observed<Keymap>
  var hosted = HostedList(CellList<ServerSearchRow>(maxWidth: PostCellLayout.maxTextWidth))
  private var searchHeader = ServerSearchHeader(title: "", account: "", label: "")

  private(set) lazy var mouse = ListMouse<ServerSearchRow>(
    move: { [weak self] in self?.move($0) }, open: { [weak self] in self?.openSelected() },
    openLink: { [weak self] in self?.presenter.follow($0, at: self?.selection ?? 0) })

  init(presenter: any ServerSearchPresentation, keymap: Observed<Keymap> = Observed(.standard)) {
    self.presenter = presenter
    self.keymap = keymap
  }

  var header: ScreenHeader? {
    ScreenHeader(.title(searchHeader.title), account: searchHeader.account, label: searchHeader.label)
  }

  var availableCommands: [AvailableCommand] { ServerSearchAvailableCommands(self).all }

  func viewDidLoad() { presenter.viewDidLoad() }
  func viewDidAppear() { presenter.viewDidAppear() }
  func viewWillDisappear() { presenter.viewWillDisappear() }
  func settingsDidChange() { presenter.settingsDidChange() }

  func selectionDidChange(_ index: Int) { presenter.didSelectRow(at: index) }

  /// Called for a click on the selected row.
  private func openSelected() { presenter.openRow(at: selection) }
}

// MARK: - Updates from the presenter

extension ServerSearchViewController: ServerSearchView {
  func showHeader(_ header: ServerSearchHeader) {
    searchHeader = header
    needsDisplay?()
  }

  func showMatches(_ viewModel: ServerSearchViewModel) {
    showRows(viewModel.rows, selection: viewModel.selection, footer: viewModel.footer)
  }
}
