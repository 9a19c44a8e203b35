import EmptyState
import PostCell
import TerminalKit

/// Draws a profile and its posts and forwards commands to the presenter.
@MainActor
final class ProfileViewController: HostedListScreen {
  typealias Row = ProfileRow

  let title = "Profile"
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any ProfilePresentation
  var listPresenter: any ListPresentation { presenter }
  let keymap: Observed<Keymap>
  var hosted = HostedList(CellList<ProfileRow>(maxWidth: PostCellLayout.maxTextWidth))

  private(set) lazy var mouse = ListMouse<ProfileRow>(
    move: { [weak self] in self?.move($0) }, open: { [weak self] in self?.openSelected() },
    openLink: { [weak self] in self?.presenter.openLinkTarget($0, at: self?.selection ?? 0) })

  private(set) lazy var pictures: ListPictures? = presenter.pictures { [weak self] in self?.needsDisplay?() }

  init(presenter: any ProfilePresentation, keymap: Observed<Keymap> = Observed(.standard)) {
    self.presenter = presenter
    self.keymap = keymap
  }

  /// The titles of the tabs; empty before the profile is known.
  private(set) var tabs: [String] = []

  let offersSharedCommands = true
  var availableCommands: [AvailableCommand] { ProfileAvailableCommands(self).all }
  var unavailableCommands: [UnavailableCommand] { ProfileAvailableCommands(self).unavailable }

  func userDidMoveBeyondEnd() { presenter.didSelectRow(at: selection) }

  /// Called for a click on the selected row.
  private func openSelected() {
    if selection > 0 { presenter.openPost(at: selection) }
  }
}

// MARK: - Presenter updates

extension ProfileViewController: ProfileView {
  func show(_ viewModel: ProfileViewModel) {
    tabs = viewModel.tabs
    showRows(viewModel.rows, selection: viewModel.selection, footer: viewModel.footer, spacing: viewModel.spacing)
  }
}
