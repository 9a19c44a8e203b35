import EmptyState
import PostCell
import ScreenSupport
import TerminalKit

/// Shows the versions. `TitledListView` has the loading and empty states.
@MainActor
protocol PostVersionsView: TitledListView {
  func show(_ versions: PostVersionsViewModel)
}

/// Handles the events of the screen.
@MainActor
protocol PostVersionsPresentation: ListPresentation {
  func reload()
  func openLink(_ url: String)
  func signInAgain()
}

/// The versions of a post, the newest first.
struct PostVersionsViewModel: Hashable, Sendable {
  var rows: [PostVersionRow]
  var selection: Int
  /// The text below the last row.
  var footer: String
}

/// One version of the post.
struct PostVersionRow: Hashable, Sendable {
  var id: String
  var cell: PostCellViewModel
}

extension PostVersionRow: CellRow {
  var opensLinksUnselected: Bool { true }
  var nextAgeChange: Duration? { cell.nextAgeChange }

  func lines(width: Int) -> [StyledText] { cell.lines(width: width) }
}
