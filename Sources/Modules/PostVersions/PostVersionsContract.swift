import EmptyState
import PostCell
import TerminalKit

/// Shows the versions. `ListView` has the loading and empty states.
@MainActor
protocol PostVersionsView: ListView {
  func showHeader(_ header: PostVersionsHeader)
  func showVersions(_ viewModel: PostVersionsViewModel)
}

/// Handles the events of the screen.
@MainActor
protocol PostVersionsPresentation: AnyObject {
  func viewDidLoad()
  func viewDidAppear()
  func viewWillDisappear()
  /// Called when the key bindings or the style of times changed.
  func settingsDidChange()
  func didSelectRow(at index: Int)
  func reload()
  func openLink(_ url: String)
  func signInAgain()
}

/// Opens other screens.
@MainActor
protocol PostVersionsWireframe {
  func showLogin()
}

/// The versions of a post, the newest first.
struct PostVersionsViewModel: Hashable, Sendable {
  var rows: [PostVersionRow]
  var selection: Int
  /// The text below the last row.
  var footer: String
}

/// The title line: the post, and the account that reads it.
struct PostVersionsHeader: Hashable, Sendable {
  /// “Versions of a post by Grace Hopper”.
  var title: String
  var account: String
  var label: String
}

/// One version of the post.
struct PostVersionRow: Hashable, Sendable {
  var id: String
  var cell: PostCellViewModel
}

extension PostVersionRow: CellRow {
  var opensLinksUnselected: Bool { true }

  func lines(width: Int) -> [StyledText] { cell.lines(width: width) }
}
