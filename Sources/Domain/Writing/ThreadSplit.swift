/// Cuts what is too long for one post into several, where a reader would pause: between paragraphs, sentences, words; in
/// the middle of a word only where it alone is too long.
public struct ThreadSplit: Hashable, Sendable {
  /// In their order, each with its number at the end: `(2/3)`.
  public var texts: [String]

  /// - Returns: nil where the text fits, or cannot be cut: the warning leaves it no room.
  public init?(_ text: String, warning: String = "", limits: PostLimits) {
    guard PostLength(text, warning: warning, limits: limits).overflow != nil else { return nil }
    // How many there are is known at the end, and how long the numbers are with that.
    for digits in 1...3 {
      var room = limits
      room.characters -= 2 * digits + 5
      guard room.characters - warning.count > limits.charactersPerAddress else { return nil }
      let parts = Self.parts(of: text, warning: warning, limits: room)
      guard String(parts.count).count <= digits else { continue }
      texts = parts.enumerated().map { "\($1)\n\n(\($0 + 1)/\(parts.count))" }
      return
    }
    return nil
  }

  private static func parts(of text: String, warning: String, limits: PostLimits) -> [String] {
    var parts: [String] = []
    var rest = Substring(text.trimmed)
    while let overflow = PostLength(String(rest), warning: warning, limits: limits).overflow {
      let whole = String(rest)
      let end = pause(in: whole, before: overflow)
      parts.append(whole[..<end].trimmed)
      rest = Substring(whole[end...].trimmed)
    }
    if !rest.isEmpty { parts.append(String(rest)) }
    return parts
  }

  /// The last place before an index where one can pause, if that leaves a post of some length.
  private static func pause(in text: String, before end: String.Index) -> String.Index {
    let head = text[..<end]
    let least = head.index(head.startIndex, offsetBy: head.count / 3)
    let tail = head[least...]
    let candidates = [
      tail.index(ofLast: { $0 == "\n" && $1 == "\n" }),
      tail.index(ofLast: { "。！？".contains($0) || $0.endsSentence && $1.isWhitespace }),
      tail.index(ofLast: { _, next in next.isWhitespace }),
    ]
    if let pause = candidates.compactMap(\.self).first { return pause }
    // Something must go, or there is no end.
    return end > text.startIndex ? end : text.index(after: text.startIndex)
  }
}

extension Substring {
  /// Between the last two neighbours that fit.
  fileprivate func index(ofLast fits: (Character, Character) -> Bool) -> Index? {
    guard var index = indices.last else { return nil }
    while index > startIndex {
      let before = self.index(before: index)
      if fits(self[before], self[index]) { return index }
      index = before
    }
    return nil
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    let end = lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex
    return String(self[..<end].drop(while: \.isWhitespace))
  }
}

extension Character {
  fileprivate var endsSentence: Bool { self == "." || self == "!" || self == "?" || self == "…" }
}
