/// Lookahead.
extension HTMLTokenizer {
  /// The maximum lookahead, so that malicious text does not take too long.
  private static let maxTokens = 64
  private static let maxItemTokens = 2_000
  private static let maxLength = 400

  /// The plain text up to the end of an element that has just begun; nil if that is far, or missing.
  mutating func peekContent(of name: String) -> String? {
    var ahead = self
    var content = ""
    var depth = 0
    defer { unclosedTagStarts = ahead.unclosedTagStarts }
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

  /// The number of items of a list that has just begun; nil if it is long, or its end is missing.
  mutating func peekItemCount() -> Int? {
    var ahead = self
    var count = 0
    var depth = 0
    defer { unclosedTagStarts = ahead.unclosedTagStarts }
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
