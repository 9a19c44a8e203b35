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
  let keymap: Observed<Keymap>
  var hosted = HostedList(CellList<ProfileRow>(maxWidth: PostCellLayout.maxTextWidth))
  private var profileHeader = ProfileHeader(title: "", account: "", label: "", tabs: [])

  private(set) lazy var mouse = ListMouse<ProfileRow>(
    move: { [weak self] in self?.move($0) }, open: { [weak self] in self?.openSelected() },
    openLink: { [weak self] in self?.presenter.follow($0, at: self?.selection ?? 0) })

  init(presenter: any ProfilePresentation, keymap: Observed<Keymap> = Observed(.standard)) {
    self.presenter = presenter
    self.keymap = keymap
  }

  var header: ScreenHeader? {
    ScreenHeader(.title(profileHeader.title), account: profileHeader.account, label: profileHeader.label)
  }

  /// The titles of the tabs.
  var tabs: [String] { profileHeader.tabs }

  var availableCommands: [AvailableCommand] { ProfileAvailableCommands(self).all }

  func viewDidLoad() { presenter.viewDidLoad() }
  func viewDidAppear() { presenter.viewDidAppear() }
  func viewWillDisappear() { presenter.viewWillDisappear() }
  func settingsDidChange() { presenter.settingsDidChange() }

  func selectionDidChange(_ index: Int) { presenter.didSelectRow(at: index) }
  func userDidMoveBeyondEnd() { presenter.didSelectRow(at: selection) }

  /// Called for a click on the selected row.
  private func openSelected() {
    if selection > 0 { presenter.openPost(at: selection) }
  }
}

// MARK: - Presenter updates

extension ProfileViewController: ProfileView {
  func showHeader(_ header: ProfileHeader) {
    profileHeader = header
    needsDisplay?()
  }

  func showProfile(_ viewModel: ProfileViewModel) {
    showRows(viewModel.rows, selection: viewModel.selection, footer: viewModel.footer, spacing: viewModel.spacing)
  }
}
