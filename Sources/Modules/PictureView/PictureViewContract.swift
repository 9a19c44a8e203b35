import Domain
import EmptyState
import TerminalKit

/// What the presenter tells the screen.
@MainActor
protocol PictureViewing: AnyObject {
  func showHeader(_ header: PictureHeader)
  /// What stands takes the place of what stood.
  func showPicture(_ viewModel: PictureViewModel)
  func showStatus(_ status: String)
  func showNotice(_ notice: NoticeViewModel)
}

/// What the screen tells the presenter.
@MainActor
protocol PicturePresentation: AnyObject {
  func viewDidLoad()
  func viewWillDisappear()
  func viewDidAppear()
  /// Keys have other names now, or pictures other colours.
  func settingsDidChange()
  /// So many cells are there for the picture. It is told while the screen is drawn: nothing is shown at once.
  func roomDidChange(width: Int, height: Int)
  func showNext()
  func showPrevious()
  /// Has the picture be fetched that stands there, where it is not kept.
  func fetch()
  /// Has the person's own program open it.
  func openElsewhere()
  /// Has the person's own program play it.
  func play()
  func reload()
}

/// The first line: whose pictures these are, and who looks at them.
struct PictureHeader: Hashable, Sendable {
  /// “Picture by Grace Hopper”.
  var title: String
  var account: String
  var label: String
}

/// One of a post's pictures.
struct PictureViewModel: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    /// It is asked for.
    case waiting(String)
    case picture(CellImage)
    /// Why there is none, and what to do about it.
    case sentence(String, isFailure: Bool)
  }

  var content: Content
  /// What it shows, for those who do not see it: always there.
  var description: String
  /// Whether there is another one after it, and before it.
  var hasNext: Bool
  var hasPrevious: Bool
  /// “fetch it from files.timeline.example”; nil where it cannot be had, or is there.
  var fetchTitle: String?
  /// “open the picture in your own program”; nil where it has no address, and where it is played.
  var openTitle: String?
  /// “play the film in your own program”; nil where there is nothing to be played.
  var playTitle: String?
}
