import TerminalKit

/// Keeps what was copied.
@MainActor
final class SpyClipboard: Clipboard {
  private(set) var copied: [String] = []

  func copy(_ text: String) { copied.append(text) }
}
