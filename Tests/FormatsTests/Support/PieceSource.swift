@testable import Formats

/// Bytes that come in pieces of a given length.
final class PieceSource: ByteSource {
  private var rest: ArraySlice<UInt8>
  private let length: Int
  let trouble: SourceReadError?

  init(_ bytes: [UInt8], piece length: Int, trouble: SourceReadError? = nil) {
    rest = bytes[...]
    self.length = length
    self.trouble = trouble
  }

  func read(into bytes: inout [UInt8]) -> Bool {
    bytes += rest.prefix(length)
    defer { rest = rest.dropFirst(length) }
    return !rest.isEmpty
  }
}

extension ByteSource {
  /// Everything that comes.
  func readAll() -> [UInt8] {
    var bytes: [UInt8] = []
    while read(into: &bytes) {}
    return bytes
  }
}
