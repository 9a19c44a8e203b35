import Domain
import EmptyState
import PostCell

/// What the presenter tells the screen, besides that it loads or is empty.
@MainActor
protocol ServerSearchView: ListView {
  func showHeader(_ header: ServerSearchHeader)
  func showMatches(_ viewModel: ServerSearchViewModel)
}

/// What the screen tells the presenter. What can be done with a post can be done in the rows that are posts.
@MainActor
protocol ServerSearchPresentation: PostPresentation, SourcePresentation {
  func viewDidLoad()
  func viewDidAppear()
  func viewWillDisappear()
  /// Keys have other names now, or times stand otherwise.
  func settingsDidChange()

  func didSelectRow(at index: Int)
  /// Opens whom or what the row names.
  func openRow(at index: Int)
}

/// Where the screen leads.
@MainActor
protocol ServerSearchWireframe {
  func showPost(_ post: Post)
  func show(_ destination: PostDestination)
  func showAccounts()
  func showNextAccount()
  func showPreviousAccount()
  func showLogin()
}
