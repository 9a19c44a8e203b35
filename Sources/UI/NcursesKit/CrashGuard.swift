import CNcurses
import CTerminalGuard

/// Restores the terminal if the program crashes, or is terminated while it waits for a blocked terminal.
public enum CrashGuard {
  /// Saves the terminal's state. Call it before curses starts.
  @MainActor
  static func saveSettings(terminal descriptor: Int32) {
    tern_guard_save_settings(descriptor)
  }

  /// Installs the signal handlers. Call it after curses has started, because the bytes to leave it come from terminfo.
  @MainActor
  static func install(modes: [TerminalMode]) {
    setModes(modes)
    tern_guard_install()
  }

  /// - Parameter modes: Modes to switch off in addition to those of curses.
  @MainActor
  static func setModes(_ modes: [TerminalMode]) {
    let capabilities = ["sgr0", "rmkx", "cnorm", "rmcup"].compactMap { name -> [UInt8]? in
      guard let bytes = tigetstr(name), Int(bitPattern: bytes) != -1 else { return nil }
      return Array(String(cString: bytes).utf8)
    }
    let restoreBytes = (modes.map(\.off) + capabilities).joined().map { CChar(bitPattern: $0) }
    restoreBytes.withUnsafeBufferPointer { tern_guard_set_restore_bytes($0.baseAddress, $0.count) }
  }

  /// Sets the input whose pending response must be consumed before the terminal is restored; nil if none is pending.
  @MainActor
  static func expectResponse(from input: Int32?) {
    tern_guard_expect_response(input ?? -1)
  }

  /// Removes the guard after the terminal has been restored.
  @MainActor
  static func end() {
    tern_guard_disable()
  }

  /// Restores the terminal without curses, if the main thread cannot do so.
  public static func restoreTerminal() {
    tern_guard_restore()
  }
}
