import PostCell
import TerminalKit

/// An announcement, or a part of a server's description.
struct ServerInfoRow: Hashable, Sendable {
  var id: String
  /// “Rules”, above the first row of each kind.
  var heading: String?
  /// In bold; empty if the row has none.
  var title = ""
  var text: [PostCellViewModel.TextRun] = []
  /// Each in a line of its own, below the text.
  var facts: [String] = []
  var isMarked = false
}

extension ServerInfoRow: CellRow {
  var opensLinksUnselected: Bool { true }

  func lines(width: Int) -> [StyledText] {
    var lines: [StyledText] = title.isEmpty ? [] : TextLayout.wrap(StyledText(title, .bold), width: width)
    if !text.isEmpty { lines += TextLayout.wrap(StyledText(text), width: width) }
    for fact in facts { lines += TextLayout.wrap(StyledText(fact, .muted), width: width) }
    return lines.isEmpty ? [StyledText()] : lines
  }
}
