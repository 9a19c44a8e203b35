import EmptyState
import PostCell
import TerminalKit

/// What the presenter tells the screen, besides that it loads or is empty.
@MainActor
protocol PostVersionsView: ListView {
  func showHeader(_ header: PostVersionsHeader)
  func showVersions(_ viewModel: PostVersionsViewModel)
}

/// What the screen tells the presenter.
@MainActor
protocol PostVersionsPresentation: AnyObject {
  func viewDidLoad()
  func viewDidAppear()
  func viewWillDisappear()
  /// Keys have other names now, or times stand otherwise.
  func settingsDidChange()
  func didSelectRow(at index: Int)
  func reload()
  func openLink(_ url: String)
  func logIn()
}

/// Where the screen leads.
@MainActor
protocol PostVersionsWireframe {
  func showLogin()
}

/// What a post has said, the newest first.
struct PostVersionsViewModel: Hashable, Sendable {
  var rows: [PostVersionRow]
  var selection: Int
  /// What stands below the last row.
  var footer: String
}

/// The first line: what this is and who reads it.
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
