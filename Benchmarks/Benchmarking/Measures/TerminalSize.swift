/// How large the terminal is that a program is measured in.
public struct TerminalSize: Sendable {
  let columns: Int
  let rows: Int

  /// For the start.
  static let small = TerminalSize(columns: 80, rows: 24)
  /// For the keys.
  static let large = TerminalSize(columns: 120, rows: 40)
  /// For several screens side by side.
  static let wide = TerminalSize(columns: 200, rows: 60)
}
