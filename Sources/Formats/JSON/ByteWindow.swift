/// The stretch that is held of a text of any length, and a place in it that only moves on.
struct ByteWindow {
  /// What has been read is let go in stretches of this many bytes.
  private static let step = 1 << 18

  private(set) var bytes: [UInt8]
  /// The place, in `bytes`.
  var index: Int
  /// How much of the text stood before `bytes`.
  private(set) var passed = 0
  /// Whether nothing may be let go: somebody remembers places in `bytes`.
  var isHeld = false
  /// Whether reading on was refused, because too much would have to be held.
  private(set) var isTooLong = false

  private let source: (any ByteSource)?
  private let maxLength: Int
  private var passedLines = 0
  /// Where the line starts that `bytes` starts in, from the start of the text.
  private var lineStart: Int

  /// - Parameters:
  ///   - maxLength: holds no more than about so much at once, in bytes.
  ///   - source: gives what comes after `bytes`.
  init(_ bytes: [UInt8], at index: Int, maxLength: Int, then source: (any ByteSource)?) {
    self.bytes = bytes
    self.index = index
    self.maxLength = maxLength
    self.source = source
    lineStart = ByteOrderMark.length(in: bytes)
  }

  /// In bytes from the start of the text.
  var position: Int { passed + index }

  /// Whether there is a byte at `index`. Reads on where there is none yet.
  @inline(__always)
  mutating func hasByte() -> Bool {
    index < bytes.count || readOn()
  }

  /// From `index` on, the place of the first byte that is no blank (RFC 8259, section 2); behind all that are held where
  /// there is none. Lines are mostly indented: eight spaces are one step.
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

  /// From `index` on, the place of the first quote or backslash; behind all that are held where there is none.
  var endOfPlainString: Int {
    bytes.withUnsafeBytes { bytes in
      var place = index
      while place + 8 <= bytes.count {
        let eight = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        if Self.holdsZero(eight ^ Self.quotes) || Self.holdsZero(eight ^ Self.backslashes) { break }
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
  private static func holdsZero(_ eight: UInt64) -> Bool {
    (eight &- 0x0101_0101_0101_0101) & ~eight & 0x8080_8080_8080_8080 != 0
  }

  /// Lets go of what stands before `index`, if that may go and is worth the move.
  mutating func dropPassed() {
    guard source != nil, !isHeld, index >= Self.step else { return }
    let count = min(index, bytes.count)
    bytes.withUnsafeBufferPointer { bytes in
      let gone = UnsafeBufferPointer(rebasing: bytes[..<count])
      passedLines += Self.lines(in: UnsafeRawBufferPointer(gone))
      if let last = gone.lastIndex(of: UInt8(ascii: "\n")) { lineStart = passed + last + 1 }
    }
    bytes.removeFirst(count)
    passed += count
    index -= count
  }

  /// How many lines end in bytes. All of a file is counted, eight bytes at a time: what is a line feed leaves a one in its
  /// place of `ends`, which has room for 255 of them.
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

  /// Goes back, as far as the text is still held.
  mutating func goBack(to position: Int) {
    isTooLong = false
    index = max(0, min(position - passed, bytes.count))
  }

  /// The line of a place that has been read lately, and the column in it, both from 1.
  func lineAndColumn(of position: Int) -> (line: Int, column: Int) {
    var line = passedLines + 1
    var lineStart = lineStart
    for offset in 0..<max(0, min(position - passed, bytes.count)) where bytes[offset] == UInt8(ascii: "\n") {
      line += 1
      lineStart = passed + offset + 1
    }
    return (line, max(0, position - lineStart) + 1)
  }

  @inline(never)
  private mutating func readOn() -> Bool {
    guard let source else { return false }
    dropPassed()
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
