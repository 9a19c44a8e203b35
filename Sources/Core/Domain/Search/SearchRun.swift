import Glibc

/// Consecutive words.
public struct SearchRun: Hashable, Sendable {
  /// Minimum length of a prefix; shorter ones would match nearly everything.
  private static let minBeginningLength = 3

  /// Folded; at least one.
  public let words: [String]
  /// Whether the last word is a prefix.
  public let isLastPrefix: Bool
  private let bytes: [[UInt8]]

  /// nil if the text has no words.
  init?(_ text: String, allowsPrefix: Bool) {
    let words = SearchWords.words(in: text)
    guard let last = words.last else { return nil }
    self.words = words.map(\.folded)
    isLastPrefix = allowsPrefix && !last.isUnspaced && last.folded.unicodeScalars.count >= Self.minBeginningLength
    bytes = self.words.map { Array($0.utf8) }
  }

  func isIn(_ post: Post) -> Bool {
    post.searchedTexts.contains { $0.contains(where: isIn) }
  }

  func isIn(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { text in
      var matched = MatchState()
      var isFound = false
      SearchWords.scan(text) { folded, _, _ in
        isFound = matched.advance(folded, of: self)
        return !isFound
      }
      return isFound
    }
  }

  func ranges(in text: [SearchWord]) -> [Range<String.Index>] {
    var matched = MatchState()
    return text.indices.compactMap { index in
      var folded = text[index].folded
      guard folded.withUTF8({ matched.advance($0, of: self) }) else { return nil }
      return text[index - words.count + 1].range.lowerBound..<text[index].range.upperBound
    }
  }

  /// The state of matching a run against a sequence of words: bit n is set if the last n + 1 words are the first n + 1
  /// of the run.
  private struct MatchState {
    var bits: UInt64 = 0

    /// - Returns: Whether the whole run ends with this word.
    mutating func advance(_ word: UnsafeBufferPointer<UInt8>, of run: SearchRun) -> Bool {
      guard let letters = word.baseAddress else { return false }
      var met: UInt64 = 0
      for (index, expected) in run.bytes.enumerated() where index == 0 || bits >> (index - 1) & 1 == 1 {
        let isEnough = index == run.bytes.count - 1 && run.isLastPrefix
        guard isEnough ? word.count >= expected.count : word.count == expected.count else { continue }
        if memcmp(letters, expected, expected.count) == 0 { met |= 1 << index }
      }
      bits = met
      return met >> (run.bytes.count - 1) & 1 == 1
    }
  }
}
