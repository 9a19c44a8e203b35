import TerminalKit

/// Records copied text.
@MainActor
public final class SpyClipboard: Clipboard {
  public private(set) var copied: [String] = []

  public init() {}

  public func copy(_ text: String) { copied.append(text) }
}
