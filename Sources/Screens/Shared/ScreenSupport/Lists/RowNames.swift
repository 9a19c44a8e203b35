import TerminalKit

/// The names of rows in the titles of commands that move in a list.
public struct RowNames: Sendable {
  /// “version”.
  let row: String
  /// “newest version”.
  let first: String
  let last: String
  let firstCommand: Command

  /// - Parameter firstCommand: the command that selects the first row, where `g` is the key of a menu.
  public init(
    _ row: String, first: String? = nil, last: String? = nil, firstCommand: Command = ListCommands.first
  ) {
    self.row = row
    self.first = first ?? "first \(row)"
    self.last = last ?? "last \(row)"
    self.firstCommand = firstCommand
  }
}
