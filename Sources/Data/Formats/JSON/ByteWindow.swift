/// A sliding window over text of any length, with a position that only advances.
struct ByteWindow {
  /// Consumed bytes are dropped in steps of this size.
  private static let step = 1 << 18

  private(set) var bytes: [UInt8]
  /// The position in `bytes`.
  var index: Int
  /// The number of bytes dropped before `bytes`.
  private(set) var droppedBytes = 0
  /// Whether nothing may be dropped, because positions in `bytes` are stored elsewhere.
  var isPinned = false
  /// Whether reading was refused, because too much would have to be stored.
  private(set) var isTooLong = false

  private let source: (any ByteSource)?
  private let maxLength: Int
  private var droppedLines = 0
  /// The start of the line of the first byte in `bytes`, from the start of the text.
  private var lineStart: Int

  /// - Parameters:
  ///   - maxLength: the approximate maximum size of the window, in bytes.
  ///   - source: provides what follows `bytes`.
  init(_ bytes: [UInt8], at index: Int, maxLength: Int, then source: (any ByteSource)?) {
    self.bytes = bytes
    self.index = index
    self.maxLength = maxLength
    self.source = source
    lineStart = ByteOrderMark.length(in: bytes)
  }

  /// In bytes from the start of the text.
  var position: Int { droppedBytes + index }

  /// Whether there is a byte at `index`. Reads more if necessary.
  @inline(__always)
  mutating func hasByte() -> Bool {
    index < bytes.count || readMore()
  }

  /// The position of the first byte from `index` on that is not white space (RFC 8259, section 2); the end of the
  /// window if missing. Indentation is skipped eight spaces at a time.
  var endOfBlanks: Int {
    bytes.withUnsafeBytes { bytes in
      var place = index
      while place < bytes.count, Self.isBlank(bytes[place]) {
        place += 1
        while place + 8 <= bytes.count, bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) == Self.spaces {
          place += 8
        }
      }
      return place
    }
  }

  /// The position of the first quote or backslash from `index` on; the end of the window if missing.
  var endOfPlainString: Int {
    bytes.withUnsafeBytes { bytes in
      var place = index
      while place + 8 <= bytes.count {
        let eight = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        if Self.containsZero(eight ^ Self.quotes) || Self.containsZero(eight ^ Self.backslashes) { break }
        place += 8
      }
      while place < bytes.count, bytes[place] != UInt8(ascii: "\""), bytes[place] != UInt8(ascii: "\\") { place += 1 }
      return place
    }
  }

  private static var spaces: UInt64 { 0x0101_0101_0101_0101 &* UInt64(UInt8(ascii: " ")) }
  private static var quotes: UInt64 { 0x0101_0101_0101_0101 &* UInt64(UInt8(ascii: "\"")) }
  private static var backslashes: UInt64 { 0x0101_0101_0101_0101 &* UInt64(UInt8(ascii: "\\")) }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte <= 0x20 && (byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09)
  }

  /// Whether one of eight bytes is zero.
  private static func containsZero(_ eight: UInt64) -> Bool {
    (eight &- 0x0101_0101_0101_0101) & ~eight & 0x8080_8080_8080_8080 != 0
  }

  /// Drops the bytes before `index`, if allowed and worth the copy.
  mutating func dropConsumed() {
    guard source != nil, !isPinned, index >= Self.step else { return }
    let count = min(index, bytes.count)
    bytes.withUnsafeBufferPointer { bytes in
      let dropped = UnsafeBufferPointer(rebasing: bytes[..<count])
      droppedLines += Self.lines(in: UnsafeRawBufferPointer(dropped))
      if let last = dropped.lastIndex(of: UInt8(ascii: "\n")) { lineStart = droppedBytes + last + 1 }
    }
    bytes.removeFirst(count)
    droppedBytes += count
    index -= count
  }

  /// The number of line feeds. Eight bytes at a time, since whole files are counted: each line feed adds one to its
  /// byte of `ends`, which can count up to 255.
  private static func lines(in bytes: UnsafeRawBufferPointer) -> Int {
    let (ones, rest): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x7F7F_7F7F_7F7F_7F7F)
    let feeds = ones * UInt64(UInt8(ascii: "\n"))
    var (count, index) = (0, 0)
    while index + 8 <= bytes.count {
      var ends: UInt64 = 0
      let stop = min(index + 255 * 8, bytes.count - 7)
      while index < stop {
        let other = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ feeds
        ends &+= ~(((other & rest) &+ rest) | other | rest) >> 7
        index += 8
      }
      let pairs: UInt64 = 0x00FF_00FF_00FF_00FF
      let sum = ((ends & pairs) &+ ((ends >> 8) & pairs)) &* 0x0001_0001_0001_0001
      count += Int(sum >> 48)
    }
    return bytes[index...].reduce(count) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
  }

  /// Moves back, if the position is still in the window.
  mutating func rewind(to position: Int) {
    isTooLong = false
    index = max(0, min(position - droppedBytes, bytes.count))
  }

  /// The line and column of a recent position, both from 1.
  func lineAndColumn(of position: Int) -> (line: Int, column: Int) {
    var line = droppedLines + 1
    var lineStart = lineStart
    for offset in 0..<max(0, min(position - droppedBytes, bytes.count)) where bytes[offset] == UInt8(ascii: "\n") {
      line += 1
      lineStart = droppedBytes + offset + 1
    }
    return (line, max(0, position - lineStart) + 1)
  }

  @inline(never)
  private mutating func readMore() -> Bool {
    guard let source else { return false }
    dropConsumed()
    guard bytes.count <= maxLength else {
      isTooLong = true
      return false
    }
    while index >= bytes.count {
      guard source.read(into: &bytes) else { return false }
    }
    return true
  }
}
