import EmptyState
import PostCell
import TerminalKit

/// Draws the held back notifications and the policy, and turns commands into calls of the presenter.
@MainActor
final class NotificationRequestsViewController: HostedListScreen {
  typealias Row = NotificationRequestRow

  let title = "Notifications held back"
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any NotificationRequestsPresentation
  var listPresenter: any ListPresentation { presenter }
  let keymap: Observed<Keymap>
  var hosted = HostedList(CellList<NotificationRequestRow>(maxWidth: PostCellLayout.maxTextWidth))

  private(set) lazy var mouse = ListMouse<NotificationRequestRow>(
    move: { [weak self] in self?.move($0) }, open: { [weak self] in self?.openSelected() })

  init(presenter: any NotificationRequestsPresentation, keymap: Observed<Keymap>) {
    self.presenter = presenter
    self.keymap = keymap
  }

  /// The navigator adds the command to go back.
  var availableCommands: [AvailableCommand] {
    let help = suggestedActions.compactMap { action -> AvailableCommand? in
      switch action {
      case .signInAgain: action.availableCommand { [presenter] in presenter.signInAgain() }
      case .retry, .refresh: action.availableCommand { [presenter] in presenter.reload() }
      default: nil
      }
    }
    return help + (hosted.isShown ? row + movement : [])
      + [
        AvailableCommand(
          SourceCommands.refresh, title: "refresh",
          hint: hosted.isShown && !suggestedActions.contains(.retry) ? "refresh" : nil
        ) { [presenter] in presenter.reload() }
      ]
  }

  private var row: [AvailableCommand] {
    let index = selection
    switch selectedRow?.content {
    case .request:
      return [
        AvailableCommand(NotificationRequestsCommands.open, hint: "open") { [presenter] in
          presenter.openRow(at: index)
        },
        AvailableCommand(NotificationRequestsCommands.accept, hint: "accept") { [presenter] in
          presenter.accept(at: index)
        },
        AvailableCommand(NotificationRequestsCommands.dismiss, hint: "dismiss") { [presenter] in
          presenter.dismiss(at: index)
        },
        AvailableCommand(NotificationRequestsCommands.profile) { [presenter] in presenter.openProfile(at: index) },
      ]
    case .policy:
      return [
        AvailableCommand(NotificationRequestsCommands.change, hint: "change") { [presenter] in
          presenter.openRow(at: index)
        }
      ]
    case .note, nil: return []
    }
  }

  private var movement: [AvailableCommand] {
    CellList<NotificationRequestRow>.availableCommands(moving: "row") { [weak self] in self?.move($0) } + [
      AvailableCommand(ListCommands.first, title: "first row") { [weak self] in self?.move { $0.selectFirst() } },
      AvailableCommand(ListCommands.last, title: "last row") { [weak self] in self?.move { $0.selectLast() } },
    ]
  }

  /// Called for a click on the selected row. A click does not change the policy.
  private func openSelected() {
    if case .request? = selectedRow?.content { presenter.openRow(at: selection) }
  }
}

// MARK: - Presenter updates

extension NotificationRequestsViewController: NotificationRequestsView {
  func show(_ viewModel: NotificationRequestsViewModel) {
    showRows(viewModel.rows, selection: viewModel.selection, footer: viewModel.footer)
  }
}
