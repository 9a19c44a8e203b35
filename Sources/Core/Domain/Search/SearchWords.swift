/// A word of searched text.
public struct SearchWord: Hashable, Sendable {
  /// Without case, accents and width.
  public var folded: String
  /// The range in the text.
  public var range: Range<String.Index>
  /// Whether it is one character of a script without spaces, or a symbol. Such words match at any position.
  var isUnspaced: Bool
}

/// Splits text into words and folds them. Both the search in memory and the index use it, so that both find the same.
///
/// 1. A word is a run of letters and digits.
/// 2. In scripts without spaces (Han, kana, hangul, Thai, Lao, Khmer, Myanmar) each character is a word, and so is an
///    emoji.
/// 3. Kana with a sound mark and a hangul syllable are one character, however many code points they have.
public enum SearchWords {
  /// Maximum length of a word in bytes; the rest is ignored.
  public static let maxLength = 96

  /// The lower-case letter or the digit for an ASCII byte; 0 for separators.
  public static func letter(_ byte: UInt8) -> UInt8 { SearchFolding.ascii(byte) }

  /// All words in order.
  public static func words(in text: String) -> [SearchWord] {
    var words: [SearchWord] = []
    var text = text
    text.makeContiguousUTF8()
    text.utf8.withContiguousStorageIfAvailable { bytes in
      scan(bytes) { folded, range, isUnspaced in
        let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
        let end = text.utf8.index(start, offsetBy: range.count)
        let word = String(decoding: folded, as: UTF8.self)
        words.append(SearchWord(folded: word, range: start..<end, isUnspaced: isUnspaced))
        return true
      }
    }
    return words
  }

  /// The same for UTF-8, without copying.
  /// - Parameter body: receives the folded word, its range in bytes, and whether it is a single character; returns
  ///   whether to continue.
  public static func scan(
    _ text: UnsafeBufferPointer<UInt8>,
    _ body: (_ folded: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ isUnspaced: Bool) -> Bool
  ) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: maxLength + 4) { word in
      var scan = Scan(text: text, word: word)
      while scan.findWord() {
        let folded = UnsafeBufferPointer(start: word.baseAddress, count: scan.length)
        guard body(folded, scan.start..<scan.index, scan.isUnspaced) else { return }
      }
    }
  }
}

/// The state of scanning text.
private struct Scan {
  let text: UnsafeBufferPointer<UInt8>
  /// Receives the folded word.
  let word: UnsafeMutableBufferPointer<UInt8>
  var index = 0
  var start = 0
  var length = 0
  var isUnspaced = false

  init(text: UnsafeBufferPointer<UInt8>, word: UnsafeMutableBufferPointer<UInt8>) {
    self.text = text
    self.word = word
  }

  /// Advances to the end of the next word; false if none.
  mutating func findWord() -> Bool {
    length = 0
    isUnspaced = false
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        let letter = SearchFolding.ascii(byte)
        if letter == 0 {
          if length > 0 { return true }
          index += 1
          continue
        }
        begin()
        append(letter)
        index += 1
        continue
      }
      let (scalar, size) = scalar(at: index)
      switch SearchFolding.fold(scalar) {
      case .letter(let folded):
        begin()
        append(folded)
      case .part(let folded):
        if length > 0 { return true }
        begin()
        index += size
        append(joined(folded))
        isUnspaced = true
        return true
      case .mark: break
      case .gap:
        if length > 0 { return true }
      }
      index += size
    }
    return length > 0
  }

  private mutating func begin() {
    if length == 0 { start = index }
  }

  /// The character composed with the code points after it.
  private mutating func joined(_ part: UInt32) -> UInt32 {
    var part = part
    while SearchFolding.mayBeJoined(part), index < text.count, text[index] >= 0x80 {
      let (next, size) = scalar(at: index)
      guard let whole = SearchFolding.joined(part, next) else { break }
      part = whole
      index += size
    }
    return part
  }

  private mutating func append(_ byte: UInt8) {
    guard length < SearchWords.maxLength else { return }
    word[length] = byte
    length += 1
  }

  private mutating func append(_ scalar: UInt32) {
    if scalar < 0x80 { return append(UInt8(truncatingIfNeeded: scalar)) }
    guard length < SearchWords.maxLength else { return }
    func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: scalar >> shift & 0x3F | 0x80) }
    switch scalar {
    case ..<0x800:
      word[length] = UInt8(truncatingIfNeeded: scalar >> 6 | 0xC0)
      word[length + 1] = tail(0)
      length += 2
    case ..<0x10000:
      word[length] = UInt8(truncatingIfNeeded: scalar >> 12 | 0xE0)
      word[length + 1] = tail(6)
      word[length + 2] = tail(0)
      length += 3
    default:
      word[length] = UInt8(truncatingIfNeeded: scalar >> 18 | 0xF0)
      word[length + 1] = tail(12)
      word[length + 2] = tail(6)
      word[length + 3] = tail(0)
      length += 4
    }
  }

  /// Invalid UTF-8 counts as a separator of one byte.
  private func scalar(at index: Int) -> (scalar: UInt32, size: Int) {
    func tail(_ offset: Int) -> UInt32? {
      guard index + offset < text.count, text[index + offset] & 0xC0 == 0x80 else { return nil }
      return UInt32(text[index + offset] & 0x3F)
    }
    let lead = UInt32(text[index])
    switch lead {
    case 0xC2...0xDF:
      if let one = tail(1) { return ((lead & 0x1F) << 6 | one, 2) }
    case 0xE0...0xEF:
      if let one = tail(1), let two = tail(2) { return ((lead & 0xF) << 12 | one << 6 | two, 3) }
    case 0xF0...0xF4:
      if let one = tail(1), let two = tail(2), let three = tail(3) {
        return ((lead & 7) << 18 | one << 12 | two << 6 | three, 4)
      }
    default: break
    }
    return (0x20, 1)
  }
}
