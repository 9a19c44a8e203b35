import TerminalKit

/// A choice of the report.
struct ReportRow: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// The index of the reason.
    case reason(Int)
    case comment, forward, send
  }

  var kind: Kind
  var text: String
  /// The text below the row.
  var note = ""
  /// Whether the row is checked; nil if it cannot be.
  var isChosen: Bool?
}

extension ReportRow: CellRow {
  var id: String { "\(kind)" }

  func lines(width: Int) -> [StyledText] {
    let mark = isChosen.map { $0 ? "● " : "○ " } ?? ""
    let style: Style = kind == .send ? .accent : isChosen == true ? .bold : .plain
    let lines = TextLayout.wrap(StyledText(mark + text, style), width: max(1, width))
    return note.isEmpty ? lines : lines + TextLayout.wrap(StyledText(note, .muted), width: max(1, width))
  }
}
