import CNcurses
import CTerminalGuard

/// Gives the terminal back when the program crashes, or is ended while it waits for a terminal that takes nothing.
public enum CrashGuard {
  /// To be called before curses starts.
  @MainActor
  static func remember(terminal descriptor: Int32) {
    tern_guard_remember(descriptor)
  }

  /// To be called once curses has started: it knows the bytes that end it.
  /// - Parameter modes: what is to be switched off besides.
  @MainActor
  static func install(modes: [TerminalMode]) {
    for mode in modes {
      (mode.off.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { tern_guard_add($0.baseAddress) }
    }
    for capability in ["sgr0", "rmkx", "cnorm", "rmcup"] {
      if let bytes = tigetstr(capability), Int(bitPattern: bytes) != -1 { tern_guard_add(bytes) }
    }
    tern_guard_install()
  }

  /// To be called when the terminal has been given back.
  @MainActor
  static func end() {
    tern_guard_end()
  }

  /// Gives the terminal back without curses, where the main thread does not come to it.
  public static func giveBack() {
    tern_guard_give_back()
  }
}
