/// The size of the terminal for a measurement.
public struct TerminalSize: Sendable {
  let columns: Int
  let rows: Int

  /// For measuring the start.
  static let small = TerminalSize(columns: 80, rows: 24)
  /// For measuring keys.
  static let large = TerminalSize(columns: 120, rows: 40)
  /// For pictures.
  static let tall = TerminalSize(columns: 120, rows: 90)
  /// For panes and columns.
  static let wide = TerminalSize(columns: 200, rows: 60)
}
