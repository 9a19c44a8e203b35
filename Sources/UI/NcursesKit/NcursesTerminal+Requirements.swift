import CNcurses
import Glibc

/// Checks of the terminal before curses starts.
extension NcursesTerminal {
  /// - Throws: `TerminalError.unknown` if terminfo lacks the terminal; `.cannotShowScreen` for hard-copy terminals and
  ///   those without cursor addressing.
  static func requireScreen(_ name: String, on descriptor: Int32) throws(TerminalError) {
    var found: Int32 = 0
    let isUsable = setupterm(name, descriptor, &found) == OK
    // `found` is 1 also for a hard-copy terminal, for which `setupterm` fails.
    guard !name.isEmpty, isUsable || found == 1 else { throw .unknown(name: name) }
    guard isUsable, has("cup"), tigetflag("os") != 1 else { throw .cannotShowScreen(name: name) }
  }

  /// Whether terminfo has a string capability.
  static func has(_ capability: String) -> Bool {
    tigetstr(capability).map { Int(bitPattern: $0) != -1 } ?? false
  }

  /// Limits the size that curses reads from the environment or the terminal. It accepts any size, and its memory grows
  /// with it.
  static func limitSize(of descriptor: Int32) {
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
