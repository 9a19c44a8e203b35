import CNcurses

/// Gives the terminal back when the program crashes.
@MainActor
enum CrashGuard {
  /// To be called before curses starts.
  static func remember(terminal descriptor: Int32) {
    tern_remember_terminal(descriptor)
  }

  /// To be called once curses has started: it knows the bytes that end it.
  static func install() {
    for capability in ["sgr0", "rmkx", "cnorm", "rmcup"] { tern_add_farewell(tigetstr(capability)) }
    tern_guard_against_crash()
  }

  /// To be called when the terminal has been given back.
  static func end() {
    tern_end_crash_guard()
  }
}
