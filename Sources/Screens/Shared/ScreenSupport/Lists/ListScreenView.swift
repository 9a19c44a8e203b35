import EmptyState
import TerminalKit

/// A list as its presenter sees it.
@MainActor
public protocol ListScreenView<Row>: AnyObject {
  associatedtype Row: CellRow

  /// The index of the selected row.
  var selection: Int { get }
  /// nil if no rows are shown.
  var selectedRow: Row? { get }
  /// Shows what the presenter has now.
  func render()
  func showNotice(_ notice: NoticeViewModel)
  func show(_ prompt: ListPrompt)
  func closePrompt()
  /// Sends a change as `RowCommand.Effect.send` does.
  func send(_ change: @escaping RowCommand.Change)
}
