import Domain
import EmptyState
import TerminalKit

/// Shows a picture.
@MainActor
protocol PictureViewing: AnyObject {
  func showHeader(_ header: PictureHeader)
  /// Replaces the picture on screen.
  func show(_ viewModel: PictureViewModel)
  func showStatus(_ status: String)
  func showNotice(_ notice: NoticeViewModel)
}

/// Handles the events of the screen.
@MainActor
protocol PicturePresentation: AnyObject {
  func viewDidLoad()
  func viewWillDisappear()
  func viewDidAppear()
  /// Called when the key bindings or the colours of pictures changed.
  func settingsDidChange()
  /// Called with the size for the picture, in cells. It is called while the screen is drawn and must not render.
  func availableSizeDidChange(width: Int, height: Int)
  func showNext()
  func showPrevious()
  /// Downloads the picture.
  func fetch()
  /// Opens the picture in the system's default program.
  func openExternally()
  /// Plays the media in the program from the settings, or in the system's default program.
  func play()
  func reload()
}

/// The title line: the author of the pictures, and the account that reads.
struct PictureHeader: Hashable, Sendable {
  /// “Picture by Grace Hopper”.
  var title: String
  var account: String
  var label: String
}

/// A picture of a post as the screen shows it.
struct PictureViewModel: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    /// It is loading. The text is empty for the first moment.
    case waiting(String)
    case picture(CellImage)
    /// The reason that there is no picture, and the user's next step.
    case sentence(String, isFailure: Bool)
  }

  var content: Content
  /// The description below the picture; never empty.
  var description: String
  /// Whether there is another picture after it.
  var hasNext: Bool
  var hasPrevious: Bool
  /// “download from files.timeline.example”; nil if it cannot be downloaded, or is already.
  var fetchTitle: String?
  /// “open the picture in another program”; nil if it has no address, or is played instead.
  var openTitle: String?
  /// “play the video in another program”; nil if there is nothing to play.
  var playTitle: String?
}
