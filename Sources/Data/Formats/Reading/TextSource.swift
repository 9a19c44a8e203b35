import Runtime

/// Converts text to UTF-8. A shell on Windows redirects as UTF-16.
package final class TextSource: ByteSource {
  /// In bytes.
  private let limit: Int
  private let raw: any ByteSource
  private let stop: CancellationFlag
  private var pending: [UInt8] = []
  private var isBigEndian: Bool?
  private var hasDetectedEncoding = false
  private var count = 0
  private var damage: SourceReadError?

  /// - Parameters:
  ///   - limit: the approximate maximum number of bytes to read.
  ///   - stop: ends reading as if the text ended there.
  package init(_ raw: any ByteSource, limit: Int = .max, stop: CancellationFlag = CancellationFlag()) {
    self.raw = raw
    self.limit = limit
    self.stop = stop
  }

  package var readError: SourceReadError? { damage ?? raw.readError }

  package func read(into bytes: inout [UInt8]) -> Bool {
    guard !stop.shouldStop() else { return false }
    guard count < limit else {
      damage = .damaged(expected: "at most \(limit >> 30) GiB; `tern list` reads more")
      return false
    }
    if !hasDetectedEncoding { detectEncoding() }
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
  private func detectEncoding() {
    hasDetectedEncoding = true
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
    // A split surrogate pair waits for its other half.
    let isTorn = hasMore && units.last.map(UTF16.isLeadSurrogate) == true
    let whole = isTorn ? units.dropLast() : units[...]
    pending.removeFirst(whole.count * 2)
    if !hasMore { pending = [] }
    bytes += String(decoding: whole, as: UTF16.self).utf8
    return hasMore || !whole.isEmpty
  }
}

enum ByteOrderMark {
  /// The length of a UTF-8 byte order mark, in bytes.
  static func length(in bytes: [UInt8]) -> Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }
}

/// A source of bytes in chunks: of a file of any size, a pipe, or decompressed from either.
package protocol ByteSource: AnyObject {
  /// Appends the next chunk, waiting for it if necessary.
  /// - Returns: false at the end, also after a read error.
  func read(into bytes: inout [UInt8]) -> Bool

  /// The error that ended reading, if any.
  var readError: SourceReadError? { get }
}

/// An error while reading bytes.
package enum SourceReadError: Hashable {
  /// The system's message.
  case unreadable(reason: String)
  /// Damaged content; `expected` is a noun phrase.
  case damaged(expected: String)
}
