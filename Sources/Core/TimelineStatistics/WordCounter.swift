import Domain

/// Counts words of four letters or more, except stop words (`CommonWords`), URLs, handles, hashtags and scripts without
/// spaces.
///
/// It stores at most `maxWords`. When it is full, words that occurred once are dropped, then those that occurred twice,
/// and so on (lossy counting, Manku and Motwani 2002). A count may then be too low, by at most `floor`.
struct WordCounter: Sendable {
  private static let maxWords = 100_000
  /// The number of words in the result.
  private static let listed = 24
  private static let minLetters = 4
  /// In bytes.
  private static let maxLength = 40

  private struct Count: Sendable {
    var count: Int
    /// The word as first written, in lower case.
    var spelling: String
  }

  private var counts: [String: Count] = [:]
  /// Words with a count up to this may have been dropped.
  private var floor = 0

  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    // The end of the URL that is being skipped.
    var end = 0
    SearchWords.scan(text) { word, range, isPart in
      guard range.lowerBound >= end else { return true }
      if Self.beginsAddress(range, in: text) {
        end = text[range.lowerBound...].firstIndex { $0 <= 0x20 } ?? text.count
        return true
      }
      guard !isPart, word.count >= Self.minLetters, word.count <= Self.maxLength,
        range.count <= 2 * Self.maxLength, !Self.isDigit(word[0])
      else { return true }
      count(String(decoding: word, as: UTF8.self), text[range])
      return true
    }
  }

  private mutating func count(_ word: String, _ written: Slice<UnsafeBufferPointer<UInt8>>) {
    if let index = counts.index(forKey: word) {
      counts.values[index].count += 1
      return
    }
    guard !CommonWords.all.contains(word), word.unicodeScalars.count >= Self.minLetters else { return }
    if counts.count >= Self.maxWords { dropRareWords() }
    counts[word] = Count(count: 1, spelling: String(decoding: written, as: UTF8.self).lowercased())
  }

  private mutating func dropRareWords() {
    while counts.count > Self.maxWords / 2 {
      floor += 1
      counts = counts.filter { $0.value.count > floor }
    }
  }

  /// Whether a handle, a hashtag, or a URL with `://` or a dot starts here.
  private static func beginsAddress(_ range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    if range.lowerBound > 0, [0x40, 0x23, 0x2E, 0x2F].contains(text[range.lowerBound - 1]) { return true }
    let next = range.upperBound
    if next + 2 < text.count, text[next] == 0x3A, text[next + 1] == 0x2F, text[next + 2] == 0x2F { return true }
    // ada@timeline.example, timeline.example. A dot that ends a sentence is followed by a space.
    return next + 1 < text.count
      && (text[next] == 0x40 || text[next] == 0x2E && text[next + 1] > 0x20 && isLetter(text[next + 1]))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }

  /// The most frequent words, by count. Words that occur once are omitted.
  var mostFrequent: [PostStatistics.Word] {
    let frequent = counts.filter { $0.value.count > 1 }.sorted {
      ($1.value.count, $0.key) < ($0.value.count, $1.key)
    }
    return frequent.prefix(Self.listed).map { .init(text: $0.value.spelling, count: $0.value.count) }
  }
}
