import CNcurses
import Glibc

/// What a terminal has to have, and what it may say of itself.
extension NcursesTerminal {
  static func requireScreen(_ name: String, on descriptor: Int32) throws(TerminalError) {
    var found: Int32 = 0
    let isUsable = setupterm(name, descriptor, &found) == OK
    // Paper is known, too, but there is no way back on it.
    guard !name.isEmpty, isUsable || found == 1 else { throw .unknown(name: name) }
    guard isUsable, has("cup"), tigetflag("os") != 1 else { throw .cannotShowScreen(name: name) }
  }

  /// Whether terminfo knows how the terminal does something.
  static func has(_ capability: String) -> Bool {
    tigetstr(capability).map { Int(bitPattern: $0) != -1 } ?? false
  }

  /// Curses takes any size on trust, from the environment too, and its memory grows with it.
  static func boundSize(of descriptor: Int32) {
    for name in ["LINES", "COLUMNS"] {
      if let value = getenv(name), !(1...maxCells ~= Int32(String(cString: value)) ?? 0) { unsetenv(name) }
    }
    var rows: Int32 = 0
    var columns: Int32 = 0
    guard tern_window_size(descriptor, &rows, &columns) == 0, max(rows, columns) > maxCells else { return }
    setenv("LINES", "\(min(rows, maxCells))", 1)
    setenv("COLUMNS", "\(min(columns, maxCells))", 1)
  }
}
