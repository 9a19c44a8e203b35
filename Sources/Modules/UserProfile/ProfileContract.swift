import Domain
import EmptyState
import PostCell

/// What the presenter tells the screen, besides that it loads or is empty.
@MainActor
protocol ProfileView: ListView {
  func showHeader(_ header: ProfileHeader)
  func showPerson(_ viewModel: ProfileViewModel)
}

/// What the screen tells the presenter. The first row is the person, the others are their posts.
@MainActor
protocol ProfilePresentation: PostPresentation, SourcePresentation {
  func viewDidLoad()
  func viewDidAppear()
  func viewWillDisappear()
  /// Keys have other names now, or times stand otherwise.
  func settingsDidChange()

  func didSelectRow(at index: Int)
  func showPart(at index: Int)
  func showNextPart()
  func showPreviousPart()
  /// What can be done with the person; nil where nothing can, or as long as the source has not told of them.
  var profileActions: ProfileActionAvailability? { get }
  func act(_ act: ProfileAction)
}

/// Where the screen leads.
@MainActor
protocol ProfileWireframe {
  func showPost(_ post: Post)
  /// Shows what a post, or the person, leads to beside its thread.
  func show(_ destination: PostDestination)
  func showAccounts()
  func showNextAccount()
  func showPreviousAccount()
  func showLogin()
}
