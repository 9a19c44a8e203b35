import FoundationEssentials

/// Cuts what is too long for one post into several, where a reader would pause: between paragraphs, sentences, words; in
/// the middle of a word only where it alone is too long.
public struct ThreadSplit: Hashable, Sendable {
  /// In their order, each with its number at the end: `(2/3)`.
  public var texts: [String]

  /// - Returns: nil where the text fits, or cannot be cut: the warning leaves it no room.
  public init?(_ text: String, warning: String = "", limits: PostLimits) {
    let whole = CutText(text, warning: warning)
    guard whole.overflow(after: text.startIndex, limits) != nil else { return nil }
    let trimmed = CutText(text.trimmed, warning: warning)
    // How many there are is known at the end, and how long the numbers are with that.
    for digits in 1...3 {
      var room = limits
      room.characters -= 2 * digits + 5
      guard room.characters - limits.rule.length(ofWarning: warning) > limits.charactersPerAddress else { return nil }
      let parts = trimmed.parts(room)
      guard String(parts.count).count <= digits else { continue }
      texts = parts.enumerated().map { "\($1)\n\n(\($0 + 1)/\(parts.count))" }
      return
    }
    return nil
  }
}

/// A text that is cut: each part of it is looked at once.
private struct CutText {
  private let text: String
  private let bytes: [UInt8]
  private let warning: String

  init(_ text: String, warning: String) {
    self.text = text
    bytes = Array(text.utf8)
    self.warning = warning
  }

  func parts(_ limits: PostLimits) -> [String] {
    var parts: [String] = []
    var start = text.startIndex
    while let overflow = overflow(after: start, limits) {
      let end = Self.pause(in: text[start..<overflow]) ?? text.index(after: start)
      parts.append(text[start..<end].trimmed)
      start = text[end...].firstIndex { !$0.isWhitespace } ?? text.endIndex
    }
    if start < text.endIndex { parts.append(String(text[start...])) }
    return parts
  }

  /// From where on it is too much for one post that begins somewhere; nil where it is not.
  func overflow(after start: String.Index, _ limits: PostLimits) -> String.Index? {
    var counter = PostCounter(characters: limits.rule.length(ofWarning: warning), limits: limits)
    var byte = text.utf8Offset(of: start)
    while byte < bytes.count {
      let end = TextPieces.end(ofPieceAt: byte, in: bytes, limit: bytes.count)
      let piece = String(decoding: bytes[byte..<end], as: UTF8.self)
      counter.count(piece)
      if let overflow = counter.overflow {
        return text.utf8.index(text.startIndex, offsetBy: byte + piece.utf8Offset(of: overflow))
      }
      byte = end
    }
    return nil
  }

  /// The last place where one can pause, if that leaves a post of some length; the end, where there is none; nil where
  /// there is nothing.
  private static func pause(in head: Substring) -> String.Index? {
    guard !head.isEmpty else { return nil }
    let tail = head[head.index(head.startIndex, offsetBy: head.count / 3)...]
    return tail.index(ofLast: { $0 == "\n" && $1 == "\n" })
      ?? tail.index(ofLast: { "。！？".contains($0) || $0.endsSentence && $1.isWhitespace })
      ?? tail.index(ofLast: { _, next in next.isWhitespace }) ?? head.endIndex
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
  /// Without white space at its ends.
  public var trimmed: String {
    let end = lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex
    return String(self[..<end].drop(while: \.isWhitespace))
  }
}

extension Character {
  fileprivate var endsSentence: Bool { self == "." || self == "!" || self == "?" || self == "…" }
}
