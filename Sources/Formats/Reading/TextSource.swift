import Runtime

/// A text as UTF-8, in which JSON is written: a shell on Windows writes UTF-16 where it redirects.
package final class TextSource: ByteSource {
  /// In bytes.
  private let limit: Int
  private let raw: any ByteSource
  private let stop: CancellationFlag
  private var pending: [UInt8] = []
  private var isBigEndian: Bool?
  private var hasLooked = false
  private var count = 0
  private var damage: SourceReadError?

  /// - Parameters:
  ///   - limit: reads no more of the text than about this, in bytes.
  ///   - stop: ends it as if the text ended there.
  package init(_ raw: any ByteSource, limit: Int = .max, stop: CancellationFlag = CancellationFlag()) {
    self.raw = raw
    self.limit = limit
    self.stop = stop
  }

  package var trouble: SourceReadError? { damage ?? raw.trouble }

  package func read(into bytes: inout [UInt8]) -> Bool {
    guard !stop.shouldStop() else { return false }
    guard count < limit else {
      damage = .damaged(expected: "the end before \(limit >> 30) GiB; `tern list` reads on")
      return false
    }
    if !hasLooked { look() }
    let before = bytes.count
    defer { count += bytes.count - before }
    if let isBigEndian { return readUTF16(into: &bytes, isBigEndian) }
    guard pending.isEmpty else {
      bytes += pending
      pending = []
      return true
    }
    return raw.read(into: &bytes)
  }
}

extension TextSource {
  private func look() {
    hasLooked = true
    while pending.count < 2, raw.read(into: &pending) {}
    switch (pending.first, pending.dropFirst().first) {
    case (0xFF, 0xFE):
      isBigEndian = false
      pending.removeFirst(2)
    case (0xFE, 0xFF):
      isBigEndian = true
      pending.removeFirst(2)
    case (0, .some(1...0x7F)): isBigEndian = true
    case (.some(1...0x7F), 0): isBigEndian = false
    default: break
    }
  }

  private func readUTF16(into bytes: inout [UInt8], _ isBigEndian: Bool) -> Bool {
    let hasMore = raw.read(into: &pending)
    let units = stride(from: 0, to: pending.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(pending[index]), UInt16(pending[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    // A pair that is torn apart here waits for its other half.
    let isTorn = hasMore && units.last.map(UTF16.isLeadSurrogate) == true
    let whole = isTorn ? units.dropLast() : units[...]
    pending.removeFirst(whole.count * 2)
    if !hasMore { pending = [] }
    bytes += String(decoding: whole, as: UTF16.self).utf8
    return hasMore || !whole.isEmpty
  }
}

/// The mark that a text may start with.
enum ByteOrderMark {
  /// In bytes, of a UTF-8 text.
  static func length(in bytes: [UInt8]) -> Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }
}

/// Bytes that come piece by piece: of a file of any size, of a pipe, or unpacked from either.
package protocol ByteSource: AnyObject {
  /// Appends the next piece, and waits for it where that takes a while.
  /// - Returns: false at the end, which is also where reading has failed.
  func read(into bytes: inout [UInt8]) -> Bool

  /// Why it ended early, if it did.
  var trouble: SourceReadError? { get }
}

/// Why bytes end before they should.
package enum SourceReadError: Hashable {
  /// In the system's words.
  case unreadable(reason: String)
  /// What should have come, as a noun phrase.
  case damaged(expected: String)
}
