/// Values of rows in one contiguous buffer, in the order in which they are bound.
struct PackedValues: Sendable {
  fileprivate enum Kind: UInt8 {
    case null, number, text
  }

  private(set) var bytes: [UInt8] = []

  /// The size of the buffer in bytes.
  var count: Int { bytes.count }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  mutating func add(_ number: Int64?) {
    guard let number else { return bytes.append(Kind.null.rawValue) }
    bytes.append(Kind.number.rawValue)
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ number: Int?) { add(number.map(Int64.init)) }

  mutating func add(_ text: String?) {
    guard var text else { return bytes.append(Kind.null.rawValue) }
    bytes.append(Kind.text.rawValue)
    text.withUTF8 { text in
      withUnsafeBytes(of: Int64(text.count)) { bytes.append(contentsOf: $0) }
      bytes.append(contentsOf: text)
    }
  }

  /// Adds a string whose bytes `append` writes.
  mutating func addText(_ append: (inout [UInt8]) -> Void) {
    bytes.append(Kind.text.rawValue)
    let start = bytes.count
    withUnsafeBytes(of: Int64(0)) { bytes.append(contentsOf: $0) }
    let first = bytes.count
    append(&bytes)
    let count = Int64(bytes.count - first)
    bytes.withUnsafeMutableBytes { $0.storeBytes(of: count, toByteOffset: start, as: Int64.self) }
  }

  /// Reads values in the order in which they were added.
  /// - Parameter start: `count` before the first value to read was added.
  func read<Result>(from start: Int = 0, _ body: (inout Reader) throws -> Result) rethrows -> Result {
    try bytes.withUnsafeBytes { bytes in
      var reader = Reader(bytes: bytes, index: start)
      return try body(&reader)
    }
  }
}

extension PackedValues {
  enum Value {
    case null
    case number(Int64)
    /// In UTF-8. Valid while the buffer is read.
    case text(UnsafeRawBufferPointer)
  }

  struct Reader {
    fileprivate let bytes: UnsafeRawBufferPointer
    fileprivate var index: Int

    mutating func next() -> Value {
      let kind = Kind(rawValue: bytes[index])
      index += 1
      switch kind {
      case .number: return .number(number())
      case .text:
        let start = index + MemoryLayout<Int64>.size
        let end = start + Int(number())
        index = end
        return .text(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      case .null, nil: return .null
      }
    }

    private mutating func number() -> Int64 {
      defer { index += MemoryLayout<Int64>.size }
      return bytes.loadUnaligned(fromByteOffset: index, as: Int64.self)
    }
  }
}
