import Glibc

/// Words that stand one after the other.
public struct SearchRun: Hashable, Sendable {
  /// A beginning of fewer letters would find nearly everything.
  private static let minBeginningLength = 3

  /// Folded, at least one.
  public let words: [String]
  /// Whether the last one may be the beginning of a longer word.
  public let isLastBeginning: Bool
  private let bytes: [[UInt8]]

  /// nil where there is no word in the text.
  init?(_ text: String, mayBeBeginning: Bool) {
    let words = SearchWords.words(in: text)
    guard let last = words.last else { return nil }
    self.words = words.map(\.folded)
    isLastBeginning = mayBeBeginning && !last.isPart && last.folded.unicodeScalars.count >= Self.minBeginningLength
    bytes = self.words.map { Array($0.utf8) }
  }

  func isIn(_ post: Post) -> Bool {
    post.searchedTexts.contains { $0.contains(where: isIn) }
  }

  func isIn(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { text in
      var matched = Matched()
      var isFound = false
      SearchWords.scan(text) { folded, _, _ in
        isFound = matched.take(folded, of: self)
        return !isFound
      }
      return isFound
    }
  }

  /// Where it stands among the words of a text.
  func ranges(in text: [SearchWord]) -> [Range<String.Index>] {
    var matched = Matched()
    return text.indices.compactMap { index in
      var folded = text[index].folded
      guard folded.withUTF8({ matched.take($0, of: self) }) else { return nil }
      return text[index - words.count + 1].range.lowerBound..<text[index].range.upperBound
    }
  }

  /// How much of a run has been met by the words so far: bit n where the last n + 1 of them are its first n + 1.
  private struct Matched {
    var bits: UInt64 = 0

    /// - Returns: whether the whole run ends with this word.
    mutating func take(_ word: UnsafeBufferPointer<UInt8>, of run: SearchRun) -> Bool {
      guard let letters = word.baseAddress else { return false }
      var met: UInt64 = 0
      for (index, wanted) in run.bytes.enumerated() where index == 0 || bits >> (index - 1) & 1 == 1 {
        let isEnough = index == run.bytes.count - 1 && run.isLastBeginning
        guard isEnough ? word.count >= wanted.count : word.count == wanted.count else { continue }
        if memcmp(letters, wanted, wanted.count) == 0 { met |= 1 << index }
      }
      bits = met
      return met >> (run.bytes.count - 1) & 1 == 1
    }
  }
}
