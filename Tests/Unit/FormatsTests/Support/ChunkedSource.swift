@testable import Formats

/// A source of chunks of a given length.
final class ChunkedSource: ByteSource {
  private var rest: ArraySlice<UInt8>
  private let length: Int
  let readError: SourceReadError?

  init(_ bytes: [UInt8], piece length: Int, readError: SourceReadError? = nil) {
    rest = bytes[...]
    self.length = length
    self.readError = readError
  }

  func read(into bytes: inout [UInt8]) -> Bool {
    bytes += rest.prefix(length)
    defer { rest = rest.dropFirst(length) }
    return !rest.isEmpty
  }
}

extension ByteSource {
  /// Reads all bytes.
  func readAll() -> [UInt8] {
    var bytes: [UInt8] = []
    while read(into: &bytes) {}
    return bytes
  }
}
