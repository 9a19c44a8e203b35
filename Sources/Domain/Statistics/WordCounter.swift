/// Counts words. Those are counted that say something: of four letters or more, and none of those that every text has
/// (`CommonWords`); addresses, handles and tags are none, nor is what scripts without spaces write.
///
/// It keeps `maxWords` at the most: where there are more, those go that have come once so far, then twice, and so on
/// (lossy counting, Manku and Motwani 2002). A count is then too low by no more than that.
struct WordCounter: Sendable {
  private static let maxWords = 100_000
  private static let listed = 24
  private static let minLetters = 4
  /// In bytes.
  private static let maxLength = 40

  private struct Count: Sendable {
    var count: Int
    var shown: String
  }

  private var counts: [String: Count] = [:]
  /// What has come no more often than this may have gone.
  private var floor = 0

  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    // Up to here it is an address.
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
    if counts.count >= Self.maxWords { makeRoom() }
    counts[word] = Count(count: 1, shown: String(decoding: written, as: UTF8.self).lowercased())
  }

  private mutating func makeRoom() {
    while counts.count > Self.maxWords / 2 {
      floor += 1
      counts = counts.filter { $0.value.count > floor }
    }
  }

  /// A handle, a tag, or something with `://` in it or a dot before it.
  private static func beginsAddress(_ range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    if range.lowerBound > 0, [0x40, 0x23, 0x2E, 0x2F].contains(text[range.lowerBound - 1]) { return true }
    let next = range.upperBound
    if next + 2 < text.count, text[next] == 0x3A, text[next + 1] == 0x2F, text[next + 2] == 0x2F { return true }
    // ada@timeline.example, timeline.example: a sentence goes on behind a blank.
    return next + 1 < text.count
      && (text[next] == 0x40 || text[next] == 0x2E && text[next + 1] > 0x20 && isLetter(text[next + 1]))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }

  /// Those that come once say nothing.
  var mostFrequent: [PostStatistics.Word] {
    let frequent = counts.filter { $0.value.count > 1 }.sorted {
      ($1.value.count, $0.key) < ($0.value.count, $1.key)
    }
    return frequent.prefix(Self.listed).map { .init(text: $0.value.shown, count: $0.value.count) }
  }
}
