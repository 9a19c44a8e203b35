import Domain
import EmptyState
import PostCell

/// Shows the thread. `ListView` has the loading and empty states.
@MainActor
protocol PostDetailView: ListView {
  func showHeader(_ header: PostDetailHeader)
  func showThread(_ viewModel: PostDetailViewModel)
}

/// Handles the events of the screen.
@MainActor
protocol PostDetailPresentation: PostPresentation, SourcePresentation {
  func viewDidLoad()
  func viewDidAppear()
  func viewWillDisappear()
  /// Called when the key bindings or the style of times changed.
  func settingsDidChange()

  func didSelectRow(at index: Int)
}

/// Opens other screens.
@MainActor
protocol PostDetailWireframe {
  func showPost(_ post: Post)
  /// Opens a destination of a post other than its thread.
  func show(_ destination: PostDestination)
  func showAccounts()
  func showNextAccount()
  func showPreviousAccount()
  func showLogin()
}
