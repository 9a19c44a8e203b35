import EmptyState
import PostCell
import TerminalKit

/// Draws the versions and forwards commands to the presenter.
@MainActor
final class PostVersionsViewController: HostedListScreen {
  typealias Row = PostVersionRow

  let title = "Versions"
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any PostVersionsPresentation
  var listPresenter: any ListPresentation { presenter }
  let keymap: Observed<Keymap>
  var hosted = HostedList(CellList<PostVersionRow>(maxWidth: PostCellLayout.maxTextWidth))

  private(set) lazy var mouse = ListMouse<PostVersionRow>(
    move: { [weak self] in self?.move($0) }, open: {}, openLink: { [weak self] in self?.presenter.openLink($0) })

  init(presenter: any PostVersionsPresentation, keymap: Observed<Keymap> = Observed(.standard)) {
    self.presenter = presenter
    self.keymap = keymap
  }

  /// The navigator adds the command to go back.
  var availableCommands: [AvailableCommand] {
    switch content {
    case .nothing, .loading: return [reload(hint: nil)]
    case .empty, .list: break
    }
    let shown = suggestedActions
    let help = shown.compactMap { action -> AvailableCommand? in
      switch action {
      case .signInAgain: action.availableCommand { [presenter] in presenter.signInAgain() }
      case .retry, .refresh: action.availableCommand { [presenter] in presenter.reload() }
      default: nil
      }
    }
    return help + movement + [reload(hint: shown.contains(.retry) ? nil : "refresh")]
  }

  private var movement: [AvailableCommand] {
    guard hosted.isShown else { return [] }
    return CellList<PostVersionRow>.availableCommands(moving: "version") { [weak self] in self?.move($0) } + [
      AvailableCommand(ListCommands.first, title: "newest version") { [weak self] in self?.move { $0.selectFirst() } },
      AvailableCommand(ListCommands.last, title: "original version") { [weak self] in self?.move { $0.selectLast() } },
    ]
  }

  private func reload(hint: String?) -> AvailableCommand {
    AvailableCommand(SourceCommands.refresh, title: "refresh", hint: hint) { [presenter] in presenter.reload() }
  }
}

// MARK: - Presenter updates

extension PostVersionsViewController: PostVersionsView {
  func show(_ viewModel: PostVersionsViewModel) {
    showRows(viewModel.rows, selection: viewModel.selection, footer: viewModel.footer)
  }
}
