/// What was killed lately: cut out to be put in elsewhere, or copied.
public struct KillRing: Hashable, Sendable {
  private static let maxCount = 60

  /// The newest last.
  private var texts: [String] = []
  /// Which of them was put in last, counted from the newest.
  private var turn = 0

  public init() {}

  /// The text that comes next.
  public var text: String? { texts.isEmpty ? nil : texts[texts.count - 1 - turn] }

  public mutating func add(_ text: String) {
    guard !text.isEmpty else { return }
    texts = texts.suffix(Self.maxCount - 1) + [text]
    turn = 0
  }

  /// Adds to the newest text what was killed right before or behind it.
  mutating func extend(with text: String, _ direction: TextDirection) {
    guard let last = texts.popLast() else { return add(text) }
    texts.append(direction == .forward ? last + text : text + last)
    turn = 0
  }

  /// Begins with the newest again.
  mutating func begin() { turn = 0 }

  /// Goes on to the one before; behind the oldest comes the newest.
  mutating func advance() { if !texts.isEmpty { turn = (turn + 1) % texts.count } }
}
