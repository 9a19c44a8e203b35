import TerminalKit

/// An account or a timeline, in one line.
struct SidebarRow: Hashable, Sendable {
  var id: String
  var heading: String?
  var name: String
  /// “2,045”; empty if nothing is unread or the count is unknown.
  var unread: String
  /// Whether this is the current account or timeline.
  var isCurrent: Bool
}

extension SidebarRow: CellRow {
  func lines(width: Int) -> [StyledText] {
    let nameWidth = width - 2 - (unread.isEmpty ? 0 : TextLayout.width(of: unread) + 1)
    let shown = TextLayout.truncate(StyledText(TextLayout.sanitized(name), isCurrent ? .bold : .plain), to: nameWidth)
    return [
      TextLayout.justified(
        StyledText(isCurrent ? "● " : "  ", .accent) + shown, StyledText(unread, .notice), width: width)
    ]
  }
}
