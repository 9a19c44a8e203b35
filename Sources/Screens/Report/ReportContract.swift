import EmptyState
import TerminalKit

/// Shows the report and its comment field.
@MainActor
protocol ReportView: AnyObject {
  func show(_ viewModel: ReportViewModel)
  func showNotice(_ notice: NoticeViewModel)
  /// Opens the comment field.
  func beginComment()
}

/// Handles the events of the screen.
@MainActor
protocol ReportPresentation: ListPresentation {
  func choose(_ row: ReportRow.Kind)
  func setComment(_ text: String)
  /// The number of characters left for a comment: “12 left”, or “3 over” if it is too long.
  func left(by comment: String) -> String
  /// Closes the screen and notifies the user of an unsent report, which was saved at each change.
  func leave()
}

/// A report, with a row for each choice.
struct ReportViewModel: Hashable, Sendable {
  var title: String
  /// The user's own account: “Ada · @ada@demo”.
  var account: String
  /// “@ada@demo”.
  var label: String
  var comment: String
  /// Whether the report differs from a new one.
  var isWritten = false
  var rows: [ReportRow]
}

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
