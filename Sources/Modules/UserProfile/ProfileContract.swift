import Domain
import EmptyState
import PostCell

/// Shows the profile. `ListView` has the loading and empty states.
@MainActor
protocol ProfileView: ListView {
  func showHeader(_ header: ProfileHeader)
  func showProfile(_ viewModel: ProfileViewModel)
}

/// Handles the events of the screen. Row 0 is the profile, the others are its posts.
@MainActor
protocol ProfilePresentation: PostPresentation, SourcePresentation {
  func viewDidLoad()
  func viewDidAppear()
  func viewWillDisappear()
  /// Called when the key bindings or the style of times changed.
  func settingsDidChange()

  func didSelectRow(at index: Int)
  func showTab(at index: Int)
  func showNextTab()
  func showPreviousTab()
  /// The actions on the account; nil if there are none, or before the profile is loaded.
  var profileActions: ProfileActionAvailability? { get }
  func perform(_ action: ProfileAction)
}

/// Opens other screens.
@MainActor
protocol ProfileWireframe {
  func showPost(_ post: Post)
  /// Opens a destination of the profile, or of a post other than its thread.
  func show(_ destination: PostDestination)
  func showAccounts()
  func showNextAccount()
  func showPreviousAccount()
  func showLogin()
}
