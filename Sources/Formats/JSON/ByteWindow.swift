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

  /// From `index` on, the place of the first byte that is wanted; behind all that are held where there is none.
  @inline(__always)
  func firstIndex(where isWanted: (UInt8) -> Bool) -> Int {
    let held = bytes.span
    var place = index
    while place < held.count, !isWanted(held[place]) { place += 1 }
    return place
  }

  /// Lets go of what stands before `index`, if that may go and is worth the move.
  mutating func dropPassed() {
    guard source != nil, !isHeld, index >= Self.step else { return }
    let count = min(index, bytes.count)
    bytes.withUnsafeBufferPointer { bytes in
      let gone = UnsafeBufferPointer(rebasing: bytes[..<count])
      // Without a branch and a check, so that the processor takes many at once.
      passedLines += gone.reduce(0) { $0 &+ ($1 == UInt8(ascii: "\n") ? 1 : 0) }
      if let last = gone.lastIndex(of: UInt8(ascii: "\n")) { lineStart = passed + last + 1 }
    }
    bytes.removeFirst(count)
    passed += count
    index -= count
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
