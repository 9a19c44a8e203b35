import CZlib

/// Decompresses gzip data (RFC 1952). Other data is passed through.
package final class GzipSource: ByteSource {
  /// In bytes.
  private static let piece = 1 << 18

  private let packed: any ByteSource
  private var input: [UInt8] = []
  private var used = 0
  private var hasDetectedFormat = false
  private var isAtEnd = false
  private var damage: SourceReadError?
  /// Allocated, since zlib requires a stable address.
  private var stream: UnsafeMutablePointer<z_stream>?

  package init(_ packed: any ByteSource) {
    self.packed = packed
  }

  deinit {
    if let stream {
      inflateEnd(stream)
      stream.deallocate()
    }
  }

  package var readError: SourceReadError? { damage ?? packed.readError }

  package func read(into bytes: inout [UInt8]) -> Bool {
    if !hasDetectedFormat { detectFormat() }
    guard let stream else {
      guard !input.isEmpty else { return packed.read(into: &bytes) }
      bytes += input
      input = []
      return true
    }
    while !isAtEnd {
      guard used < input.count || refill() else {
        finish(.damaged(expected: "the rest of the gzip data"))
        return false
      }
      let before = bytes.count
      unpack(stream, into: &bytes)
      if bytes.count > before { return true }
    }
    return false
  }
}

extension GzipSource {
  /// gzip data is recognized by its first two bytes.
  private func detectFormat() {
    hasDetectedFormat = true
    while input.count < 2, packed.read(into: &input) {}
    guard input.starts(with: [0x1F, 0x8B]) else { return }
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    self.stream = stream
    // The largest window, 15, plus 16 for a gzip header.
    let status = inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    if status != Z_OK { finish(.damaged(expected: "gzip data")) }
  }

  private func refill() -> Bool {
    input.removeAll(keepingCapacity: true)
    used = 0
    return packed.read(into: &input)
  }

  private func unpack(_ stream: UnsafeMutablePointer<z_stream>, into bytes: inout [UInt8]) {
    var status = Z_OK
    let rest = input.count - used
    input.withUnsafeMutableBufferPointer { input in
      stream.pointee.next_in = input.baseAddress.map { $0 + used }
      stream.pointee.avail_in = uInt(rest)
      bytes.append(
        contentsOf: [UInt8](unsafeUninitializedCapacity: Self.piece) { output, count in
          stream.pointee.next_out = output.baseAddress
          stream.pointee.avail_out = uInt(output.count)
          status = inflate(stream, Z_NO_FLUSH)
          count = output.count - Int(stream.pointee.avail_out)
        })
    }
    used = input.count - Int(stream.pointee.avail_in)
    switch status {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: startNextMember(stream)
    default: finish(.damaged(expected: "undamaged gzip data"))
    }
  }

  /// Concatenated gzip members are one file. Other trailing data is ignored.
  private func startNextMember(_ stream: UnsafeMutablePointer<z_stream>) {
    if used == input.count, !refill() { return finish(nil) }
    if input[used] == 0x1F { inflateReset(stream) } else { finish(nil) }
  }

  private func finish(_ readError: SourceReadError?) {
    isAtEnd = true
    damage = readError
  }
}
