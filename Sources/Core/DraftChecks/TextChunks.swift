import Domain

/// Splits text into chunks that can be counted and highlighted independently: no URL, handle or grapheme cluster
/// crosses a boundary.
enum TextChunks {
  /// Minimum length of a chunk in bytes, unless the text is shorter.
  private static let minLength = 256
  /// The number of bytes around a position that decide whether a chunk may end there.
  static let margin = 4

  /// The end of the chunk that starts at a byte.
  /// - Parameters:
  ///   - bytes: the whole text in UTF-8, as the byte after a position matters.
  ///   - limit: a position where the text can be split; the chunk ends there at the latest.
  static func end(ofChunkAt start: Int, in bytes: [UInt8], limit: Int) -> Int {
    guard start + minLength < limit else { return limit }
    var isInAddress = false
    for index in start..<limit {
      if index >= start + minLength, canCut(bytes, at: index, inAddress: isInAddress) { return index }
      switch bytes[index] {
      case 0x20, 0x0A: isInAddress = false
      case let byte where beginsPath(byte): isInAddress = true
      default: break
      }
    }
    return limit
  }

  /// Whether a URL, with a scheme or without, may cross a position. In a path or query only white space ends it.
  static func isInAddress(_ bytes: [UInt8], at index: Int) -> Bool {
    var index = index
    while index > 0, bytes[index - 1] != 0x20, bytes[index - 1] != 0x0A {
      if beginsPath(bytes[index - 1]) { return true }
      index -= 1
    }
    return false
  }

  private static func beginsPath(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") }

  /// - Parameter index: neither the first byte nor the end.
  private static func canCut(_ bytes: [UInt8], at index: Int, inAddress: Bool) -> Bool {
    let next = bytes[index]
    switch bytes[index - 1] {
    case 0x0A: return true
    // ASCII, which never combines with the preceding space.
    case 0x20: return 0x20..<0x7F ~= next
    case 0x81, 0x82, 0x8C, 0x9F: return !inAddress && followsWideStop(bytes, index) && startsWideLetter(bytes, index)
    default: return false
    }
  }

  /// After 、。，！？
  private static func followsWideStop(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard index >= 3 else { return false }
    switch (bytes[index - 3], bytes[index - 2], bytes[index - 1]) {
    case (0xE3, 0x80, 0x81), (0xE3, 0x80, 0x82), (0xEF, 0xBC, 0x8C), (0xEF, 0xBC, 0x81), (0xEF, 0xBC, 0x9F): return true
    default: return false
    }
  }

  /// A Han character, or hiragana that is not a combining mark.
  private static func startsWideLetter(_ bytes: [UInt8], _ index: Int) -> Bool {
    switch bytes[index] {
    case 0xE5...0xE9: true
    case 0xE3: index + 1 < bytes.count && bytes[index + 1] == 0x81
    default: false
    }
  }
}

/// Text in chunks with the result of an analysis for each. After a change only the changed chunks are analysed again,
/// so long text stays fast.
public struct ChunkedText<Analysis> {
  public struct Chunk {
    /// In UTF-8 bytes.
    public let length: Int
    public let analysis: Analysis
  }

  public private(set) var chunks: [Chunk] = []
  private var bytes: [UInt8] = []
  private let analyze: (String) -> Analysis

  /// - Parameter analyze: an analysis of text whose result is the sum of those of its chunks.
  public init(analyze: @escaping (String) -> Analysis) {
    self.analyze = analyze
  }

  /// Replaces the text.
  public mutating func update(_ text: String) {
    let new = Array(text.utf8)
    guard new != bytes else { return }
    let (head, tail) = reusable(for: new)
    let (start, end) = (head.bytes, new.count - tail.bytes)
    var found: [Chunk] = []
    var position = start
    while position < end {
      let next = TextChunks.end(ofChunkAt: position, in: new, limit: end)
      let text = String(decoding: new[position..<next], as: UTF8.self)
      found.append(Chunk(length: next - position, analysis: analyze(text)))
      position = next
    }
    chunks.replaceSubrange(head.count..<chunks.count - tail.count, with: found)
    bytes = new
  }

  private typealias Part = (count: Int, bytes: Int)

  /// The unchanged chunks at both ends. One more on each side is analysed again, so that short chunks become long
  /// again.
  private func reusable(for new: [UInt8]) -> (head: Part, tail: Part) {
    let least = min(bytes.count, new.count)
    var same = 0
    while same < least, bytes[same] == new[same] { same += 1 }
    let head = longest(of: chunks, within: same)
    var sameAtEnd = 0
    while sameAtEnd < least - same, bytes[bytes.count - 1 - sameAtEnd] == new[new.count - 1 - sameAtEnd] {
      sameAtEnd += 1
    }
    var tail = longest(of: chunks[head.count...].reversed(), within: sameAtEnd)
    // The change may have created a URL that continues there.
    let start = new.count - tail.bytes
    if tail.count > 0, TextChunks.isInAddress(new, at: start) {
      let end = new[start...].firstIndex { $0 == 0x20 || $0 == 0x0A } ?? new.endIndex
      while tail.count > 0, new.count - tail.bytes <= end {
        tail = (tail.count - 1, tail.bytes - chunks[chunks.count - tail.count].length)
      }
    }
    return (head, tail)
  }

  private func longest(of chunks: some Sequence<Chunk>, within length: Int) -> Part {
    var (part, shorter): (Part, Part) = ((0, 0), (0, 0))
    for chunk in chunks {
      guard part.bytes + chunk.length + TextChunks.margin <= length else { break }
      shorter = part
      part = (part.count + 1, part.bytes + chunk.length)
    }
    return shorter
  }
}
