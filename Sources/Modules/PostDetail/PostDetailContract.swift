import Domain
import EmptyState
import PostCell

/// What the presenter tells the screen, besides that it loads or is empty.
@MainActor
protocol PostDetailView: ListView {
  func showHeader(_ header: PostDetailHeader)
  func showThread(_ viewModel: PostDetailViewModel)
}

/// What the screen tells the presenter.
@MainActor
protocol PostDetailPresentation: PostPresentation, SourcePresentation {
  func viewDidLoad()
  func viewDidAppear()
  func viewWillDisappear()
  /// Keys have other names now, or times stand otherwise.
  func settingsDidChange()

  func didSelectRow(at index: Int)
}

/// Where the screen leads.
@MainActor
protocol PostDetailWireframe {
  func showPost(_ post: Post)
  /// Shows what a post leads to beside its thread.
  func show(_ destination: PostDestination)
  func showAccounts()
  func showNextAccount()
  func showPreviousAccount()
  func showLogin()
}
