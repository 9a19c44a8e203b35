import Domain
import EmptyState
import PostCell

/// What the presenter tells the screen. Exactly one of person, empty view and loading stands at any moment: what is shown
/// takes the place of what stood.
@MainActor
protocol PersonView: AnyObject {
  func showHeader(_ header: PersonHeader)
  /// nil while it is too early to say anything.
  func showLoading(_ viewModel: EmptyStateViewModel?)
  func showPerson(_ viewModel: PersonViewModel)
  func showEmptyView(_ viewModel: EmptyStateViewModel)
  func hideEmptyView()
  func showStatus(_ status: String)
  func showNotice(_ notice: NoticeViewModel)
  func hideNotice()
}

/// What the screen tells the presenter. The first row is the person, the others are their posts.
@MainActor
protocol PersonPresentation: PostPresentation {
  func viewDidLoad()
  func viewDidAppear()
  func viewWillDisappear()
  /// Keys have other names now, or times stand otherwise.
  func settingsDidChange()

  func didSelectRow(at index: Int)
  func reload()
  func showPart(at index: Int)
  func showNextPart()
  func showPreviousPart()
  /// What can be done with the person; nil where nothing can, or as long as the source has not told of them.
  var personActs: PersonActs? { get }
  func act(_ act: PersonAct)

  func switchAccount()
  func showNextAccount()
  func showPreviousAccount()
  func logIn()
}

/// Where the screen leads.
@MainActor
protocol PersonWireframe {
  func showPost(_ post: Post)
  /// Shows what a post, or the person, leads to beside its thread.
  func show(_ destination: PostDestination)
  func showAccounts()
  func showNextAccount()
  func showPreviousAccount()
  func showLogin()
}
