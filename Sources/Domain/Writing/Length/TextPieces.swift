/// Where a text can be cut so that what is counted and marked in it is the sum of its pieces: no address, no name and no
/// cluster goes over such a place.
enum TextPieces {
  /// A piece has at least so many bytes, where the text has them.
  private static let leastLength = 256
  /// Whether a piece may end somewhere depends on what is so near, in bytes.
  static let margin = 4

  /// Where the piece ends that begins at a byte.
  /// - Parameters:
  ///   - bytes: the whole text in UTF-8: what follows a place says whether it can be cut there.
  ///   - limit: the piece ends there at the latest; one can cut there.
  static func end(ofPieceAt start: Int, in bytes: [UInt8], limit: Int) -> Int {
    guard start + leastLength < limit else { return limit }
    var isInAddress = false
    for index in start..<limit {
      if index >= start + leastLength, canCut(bytes, at: index, inAddress: isInAddress) { return index }
      switch bytes[index] {
      case 0x20, 0x0A: isInAddress = false
      case let byte where beginsPath(byte): isInAddress = true
      default: break
      }
    }
    return limit
  }

  /// Whether an address may go over a place, with a scheme or without: in a path or query, only white space surely ends it.
  static func isInAddress(_ bytes: [UInt8], at index: Int) -> Bool {
    var index = index
    while index > 0, bytes[index - 1] != 0x20, bytes[index - 1] != 0x0A {
      if beginsPath(bytes[index - 1]) { return true }
      index -= 1
    }
    return false
  }

  private static func beginsPath(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") }

  /// - Parameter index: neither the first byte nor behind the last.
  private static func canCut(_ bytes: [UInt8], at index: Int, inAddress: Bool) -> Bool {
    let next = bytes[index]
    switch bytes[index - 1] {
    case 0x0A: return true
    // What stands alone, and no mark that belongs to what is before it.
    case 0x20: return 0x20..<0x7F ~= next
    case 0x81, 0x82, 0x8C, 0x9F: return !inAddress && followsWideStop(bytes, index) && startsWideLetter(bytes, index)
    default: return false
    }
  }

  /// 、。，！？
  private static func followsWideStop(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard index >= 3 else { return false }
    switch (bytes[index - 3], bytes[index - 2], bytes[index - 1]) {
    case (0xE3, 0x80, 0x81), (0xE3, 0x80, 0x82), (0xEF, 0xBC, 0x8C), (0xEF, 0xBC, 0x81), (0xEF, 0xBC, 0x9F): return true
    default: return false
    }
  }

  /// A Chinese character, or Hiragana that is no mark.
  private static func startsWideLetter(_ bytes: [UInt8], _ index: Int) -> Bool {
    switch bytes[index] {
    case 0xE5...0xE9: true
    case 0xE3: index + 1 < bytes.count && bytes[index + 1] == 0x81
    default: false
    }
  }
}

/// A text with what has been found out about each of its pieces. When it is changed, only what has changed is looked at
/// anew, however long it is.
public struct PiecedText<Finding> {
  public struct Piece {
    /// How many bytes of UTF-8 it has.
    public let length: Int
    public let finding: Finding
  }

  public private(set) var pieces: [Piece] = []
  private var bytes: [UInt8] = []
  private let look: (String) -> Finding

  /// - Parameter look: what is so in a text must be the sum of what is so in its pieces.
  public init(look: @escaping (String) -> Finding) {
    self.look = look
  }

  /// Has it be another text.
  public mutating func update(_ text: String) {
    let new = Array(text.utf8)
    guard new != bytes else { return }
    let (head, tail) = kept(of: new)
    let (start, end) = (head.bytes, new.count - tail.bytes)
    var found: [Piece] = []
    var place = start
    while place < end {
      let next = TextPieces.end(ofPieceAt: place, in: new, limit: end)
      found.append(Piece(length: next - place, finding: look(String(decoding: new[place..<next], as: UTF8.self))))
      place = next
    }
    pieces.replaceSubrange(head.count..<pieces.count - tail.count, with: found)
    bytes = new
  }

  private typealias Part = (count: Int, bytes: Int)

  /// The pieces before and behind what has changed. One more on each side is looked at anew, so that short ones become
  /// long again.
  private func kept(of new: [UInt8]) -> (head: Part, tail: Part) {
    let least = min(bytes.count, new.count)
    var same = 0
    while same < least, bytes[same] == new[same] { same += 1 }
    let head = longest(of: pieces, within: same)
    var sameAtEnd = 0
    while sameAtEnd < least - same, bytes[bytes.count - 1 - sameAtEnd] == new[new.count - 1 - sameAtEnd] {
      sameAtEnd += 1
    }
    var tail = longest(of: pieces[head.count...].reversed(), within: sameAtEnd)
    // What has changed may be an address now that goes on there.
    let start = new.count - tail.bytes
    if tail.count > 0, TextPieces.isInAddress(new, at: start) {
      let end = new[start...].firstIndex { $0 == 0x20 || $0 == 0x0A } ?? new.endIndex
      while tail.count > 0, new.count - tail.bytes <= end {
        tail = (tail.count - 1, tail.bytes - pieces[pieces.count - tail.count].length)
      }
    }
    return (head, tail)
  }

  private func longest(of pieces: some Sequence<Piece>, within length: Int) -> Part {
    var (part, shorter): (Part, Part) = ((0, 0), (0, 0))
    for piece in pieces {
      guard part.bytes + piece.length + TextPieces.margin <= length else { break }
      shorter = part
      part = (part.count + 1, part.bytes + piece.length)
    }
    return shorter
  }
}
