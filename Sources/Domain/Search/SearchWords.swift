/// A word of a text, as searching sees it.
public struct SearchWord: Hashable, Sendable {
  /// Without case, accents and width.
  public var folded: String
  /// Where it stands in the text.
  public var range: Range<String.Index>
  /// Whether it is one character of a script that is written without spaces, or a symbol: any run of those is looked
  /// for, whatever stands beside it.
  public var isPart: Bool
}

/// Cuts texts into the words that are searched, and folds them. Whoever searches in memory and whoever keeps an index
/// does it by this, so that both find the same.
///
/// A word is a run of letters and digits. Of a script that is written without spaces (Han, Kana, Hangul, Thai, Lao,
/// Khmer, Myanmar) each character is one, and so is an emoji. Kana with a sound mark and a syllable of Hangul are one
/// character, of however many code points they are made.
public enum SearchWords {
  /// What a word holds at the most, in bytes; the rest of a longer one is not looked at.
  public static let maxLength = 96

  /// The small letter or the digit that a byte of ASCII is; 0 for what stands between words.
  public static func letter(_ byte: UInt8) -> UInt8 { SearchFolding.ascii(byte) }

  /// The words in their order.
  public static func words(in text: String) -> [SearchWord] {
    var words: [SearchWord] = []
    var text = text
    text.makeContiguousUTF8()
    text.utf8.withContiguousStorageIfAvailable { bytes in
      scan(bytes) { folded, range, isPart in
        let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
        let end = text.utf8.index(start, offsetBy: range.count)
        words.append(SearchWord(folded: String(decoding: folded, as: UTF8.self), range: start..<end, isPart: isPart))
        return true
      }
    }
    return words
  }

  /// The same, of a text in UTF-8, without a copy of anything.
  /// - Parameter body: gets the folded word, its place in the text in bytes, and whether it is a part; says whether it
  ///   wants more.
  public static func scan(
    _ text: UnsafeBufferPointer<UInt8>,
    _ body: (_ folded: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ isPart: Bool) -> Bool
  ) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: maxLength + 4) { word in
      var scan = Scan(text: text, word: word)
      while scan.findWord() {
        let folded = UnsafeBufferPointer(start: word.baseAddress, count: scan.length)
        guard body(folded, scan.start..<scan.index, scan.isPart) else { return }
      }
    }
  }
}

/// Where a scan of a text has come to.
private struct Scan {
  let text: UnsafeBufferPointer<UInt8>
  /// Holds the folded word.
  let word: UnsafeMutableBufferPointer<UInt8>
  var index = 0
  var start = 0
  var length = 0
  var isPart = false

  init(text: UnsafeBufferPointer<UInt8>, word: UnsafeMutableBufferPointer<UInt8>) {
    self.text = text
    self.word = word
  }

  /// Goes on to the end of the next word; false where there is none.
  mutating func findWord() -> Bool {
    length = 0
    isPart = false
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
        isPart = true
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

  /// The part with what stands behind it and belongs to it.
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

  /// What is no UTF-8 counts as a gap of one byte.
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
