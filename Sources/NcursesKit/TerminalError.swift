/// Why the terminal cannot be used.
public enum TerminalError: Error, Hashable, Sendable {
  /// Standard output is none, or there is none to read keys from.
  case noTerminal
  case unknown(name: String)
  /// It cannot move the cursor, or what is on it cannot be erased.
  case cannotShowScreen(name: String)
}
