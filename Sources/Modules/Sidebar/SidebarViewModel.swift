import TerminalKit

/// The places that one can go to.
struct SidebarViewModel: Hashable, Sendable {
  var rows: [SidebarRow]
  /// The row of the timeline that is read.
  var selection: Int
}

/// An account or a timeline, in one line.
struct SidebarRow: Hashable, Sendable {
  var id: String
  var heading: String?
  var name: String
  /// “2,045”; empty where nothing is unread, or nobody knows.
  var unread: String
  /// Whether it is the one that is read.
  var isCurrent: Bool
}

extension SidebarRow: CellRow {
  func lines(width: Int) -> [StyledText] {
    let room = width - 2 - (unread.isEmpty ? 0 : TextLayout.width(of: unread) + 1)
    let shown = TextLayout.truncate(StyledText(TextLayout.sanitized(name), isCurrent ? .bold : .plain), to: room)
    return [
      TextLayout.spread(
        StyledText(isCurrent ? "● " : "  ", .accent) + shown, StyledText(unread, .notice), width: width)
    ]
  }
}
