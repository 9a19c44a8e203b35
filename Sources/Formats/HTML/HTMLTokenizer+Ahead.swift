/// Looks at what follows without reading it.
extension HTMLTokenizer {
  /// What is looked through, at the most: a text that somebody has made up shall not take for ever.
  private static let maxTokens = 64
  private static let maxItemTokens = 2_000
  private static let maxLength = 400

  /// The plain text up to the end of an element that has just begun; nil where that is long, or never ends.
  mutating func contentAhead(of name: String) -> String? {
    var ahead = self
    var content = ""
    var depth = 0
    defer { deadEnds = ahead.deadEnds }
    for _ in 0..<Self.maxTokens {
      switch ahead.next() {
      case .text(let text): content += text
      case .start(name, _): depth += 1
      case .end(name) where depth == 0: return content
      case .end(name): depth -= 1
      case nil: return content
      default: break
      }
      if content.utf8.count > Self.maxLength { return nil }
    }
    return nil
  }

  /// How many items a list has that has just begun; nil where it is long, or never ends.
  mutating func itemCountAhead() -> Int? {
    var ahead = self
    var count = 0
    var depth = 0
    defer { deadEnds = ahead.deadEnds }
    for _ in 0..<Self.maxItemTokens {
      switch ahead.next() {
      case .start("li", _) where depth == 0: count += 1
      case .start(let name, _) where HTMLElements.lists.contains(name): depth += 1
      case .end(let name) where HTMLElements.lists.contains(name):
        if depth == 0 { return count }
        depth -= 1
      case nil: return nil
      default: break
      }
    }
    return nil
  }
}
