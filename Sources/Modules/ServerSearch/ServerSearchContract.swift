import Domain
import EmptyState
import PostCell

/// The screen as the presenter sees it. Loading, the empty view, the status and notices are in `ListView`.
@MainActor
protocol ServerSearchView: ListView {
  func showHeader(_ header: ServerSearchHeader)
  func showMatches(_ viewModel: ServerSearchViewModel)
}

/// The events that the screen sends to the presenter. Commands for posts apply to rows that are posts.
@MainActor
protocol ServerSearchPresentation: PostPresentation, SourcePresentation {
  func viewDidLoad()
  func viewDidAppear()
  func viewWillDisappear()
  /// Key bindings or the time style have changed.
  func settingsDidChange()

  func didSelectRow(at index: Int)
  /// Opens the profile, hashtag or post in a row.
  func openRow(at index: Int)
}

/// The screens that the results open.
@MainActor
protocol ServerSearchWireframe {
  func showPost(_ post: Post)
  func show(_ destination: PostDestination)
  func showAccounts()
  func showNextAccount()
  func showPreviousAccount()
  func showLogin()
}
