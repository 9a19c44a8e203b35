import EmptyState
import TerminalKit

/// Updates from the presenter.
@MainActor
protocol ReportView: AnyObject {
  func showReport(_ viewModel: ReportViewModel)
  func showNotice(_ notice: NoticeViewModel)
  /// Opens the comment field.
  func beginComment()
}

/// Events from the screen.
@MainActor
protocol ReportPresentation: AnyObject {
  func viewDidLoad()
  /// Called when the keymap changed.
  func settingsDidChange()
  func choose(_ row: ReportRow.Kind)
  func setComment(_ text: String)
  /// The number of characters left for a comment: “12 left”.
  func left(by comment: String) -> String
  /// Saves the report and closes the screen.
  func leave()
}

/// A report, with a row for each choice.
struct ReportViewModel: Hashable, Sendable {
  var title: String
  /// “Ada · @ada@demo”.
  var account: String
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
