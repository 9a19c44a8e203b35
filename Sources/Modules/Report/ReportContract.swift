import EmptyState
import TerminalKit

/// What the presenter tells the screen.
@MainActor
protocol ReportView: AnyObject {
  func showReport(_ viewModel: ReportViewModel)
  func showNotice(_ notice: NoticeViewModel)
  /// Has the comment be written on.
  func beginComment()
}

/// What the screen tells the presenter.
@MainActor
protocol ReportPresentation: AnyObject {
  func viewDidLoad()
  /// Keys have other names now.
  func settingsDidChange()
  func choose(_ row: ReportRow.Kind)
  func setComment(_ text: String)
  /// How many characters a comment leaves, “12 left”.
  func left(by comment: String) -> String
  /// Keeps what is written, and leaves.
  func leave()
}

/// A report as it stands: a row for each thing that can be said.
struct ReportViewModel: Hashable, Sendable {
  var title: String
  /// “Ada · @ada@demo”.
  var account: String
  var label: String
  var comment: String
  /// Whether there is something to keep.
  var isWritten = false
  var rows: [ReportRow]
}

struct ReportRow: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// The number of the reason, from 0.
    case reason(Int)
    case comment, forward, send
  }

  var kind: Kind
  var text: String
  /// What is said below it.
  var note = ""
  /// Whether it is chosen; nil where there is nothing to choose.
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
