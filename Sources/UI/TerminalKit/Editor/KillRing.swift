/// Texts that were cut or copied.
public struct KillRing: Hashable, Sendable {
  private static let maxCount = 60

  /// The newest entry is last.
  private var texts: [String] = []
  /// The entry inserted last, counted from the newest.
  private var offset = 0

  public init() {}

  /// The next entry to insert, if any.
  public var text: String? { texts.isEmpty ? nil : texts[texts.count - 1 - offset] }

  public mutating func add(_ text: String) {
    guard !text.isEmpty else { return }
    texts = texts.suffix(Self.maxCount - 1) + [text]
    offset = 0
  }

  /// Extends the newest entry with adjacent text.
  mutating func extend(with text: String, _ direction: TextDirection) {
    guard let last = texts.popLast() else { return add(text) }
    texts.append(direction == .forward ? last + text : text + last)
    offset = 0
  }

  /// Restarts at the newest entry.
  mutating func restart() { offset = 0 }

  /// Advances to the previous entry, wrapping around.
  mutating func advance() { if !texts.isEmpty { offset = (offset + 1) % texts.count } }
}
