import PostCell
import TerminalKit

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
