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
  @MainActor
  static func install(modes: [TerminalMode]) {
    use(modes)
    tern_guard_install()
  }

  /// - Parameter modes: what is to be switched off, beside all that curses has done.
  @MainActor
  static func use(_ modes: [TerminalMode]) {
    let capabilities = ["sgr0", "rmkx", "cnorm", "rmcup"].compactMap { name -> [UInt8]? in
      guard let bytes = tigetstr(name), Int(bitPattern: bytes) != -1 else { return nil }
      return Array(String(cString: bytes).utf8)
    }
    let farewell = (modes.map(\.off) + capabilities).joined().map { CChar(bitPattern: $0) }
    farewell.withUnsafeBufferPointer { tern_guard_send($0.baseAddress, $0.count) }
  }

  /// The terminal owes an answer, which is to be taken in before it is given back; nil where it owes none.
  @MainActor
  static func expectAnswer(from input: Int32?) {
    tern_guard_expect(input ?? -1)
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
