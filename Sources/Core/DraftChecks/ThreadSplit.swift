import Domain
import FoundationEssentials

/// Splits text that is too long into the posts of a thread, between paragraphs, sentences or words; inside a word only
/// if it is too long itself.
public struct ThreadSplit: Hashable, Sendable {
  /// In order, each with its number at the end: `(2/3)`.
  public var texts: [String]

  /// - Returns: nil if the text fits, or the content warning leaves too few characters.
  public init?(_ text: String, warning: String = "", limits: PostLimits) {
    let whole = SplitText(text, warning: warning)
    guard whole.overflow(after: text.startIndex, limits) != nil else { return nil }
    let trimmed = SplitText(text.trimmed, warning: warning)
    // The number of posts, and so the length of the numbers, is only known at the end.
    for digits in 1...3 {
      var reduced = limits
      reduced.characters -= 2 * digits + 5
      let textLength = reduced.characters - limits.rule.length(ofWarning: warning)
      guard textLength > limits.charactersPerAddress else { return nil }
      let parts = trimmed.parts(reduced)
      guard String(parts.count).count <= digits else { continue }
      texts = parts.enumerated().map { "\($1)\n\n(\($0 + 1)/\(parts.count))" }
      return
    }
    return nil
  }
}

/// Text that is split in linear time.
private struct SplitText {
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

  /// The start of what exceeds the limit in a post that starts at an index; nil if the rest fits.
  func overflow(after start: String.Index, _ limits: PostLimits) -> String.Index? {
    var counter = PostCounter(characters: limits.rule.length(ofWarning: warning), limits: limits)
    var byte = text.utf8Offset(of: start)
    while byte < bytes.count {
      let end = TextChunks.end(ofChunkAt: byte, in: bytes, limit: bytes.count)
      let piece = String(decoding: bytes[byte..<end], as: UTF8.self)
      counter.count(piece)
      if let overflow = counter.overflow {
        return text.utf8.index(text.startIndex, offsetBy: byte + piece.utf8Offset(of: overflow))
      }
      byte = end
    }
    return nil
  }

  /// The last good position to split at that leaves a post of reasonable length; else the end. nil if the text is
  /// empty.
  private static func pause(in head: Substring) -> String.Index? {
    guard !head.isEmpty else { return nil }
    let tail = head[head.index(head.startIndex, offsetBy: head.count / 3)...]
    return tail.index(ofLast: { $0 == "\n" && $1 == "\n" })
      ?? tail.index(ofLast: { "。！？".contains($0) || $0.endsSentence && $1.isWhitespace })
      ?? tail.index(ofLast: { _, next in next.isWhitespace }) ?? head.endIndex
  }
}

extension Substring {
  /// The index between the last two neighbours that match.
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

extension Character {
  fileprivate var endsSentence: Bool { self == "." || self == "!" || self == "?" || self == "…" }
}
