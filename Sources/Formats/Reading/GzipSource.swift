import CZlib

/// What gzip has packed, unpacked (RFC 1952); what it has not packed, as it is.
package final class GzipSource: ByteSource {
  /// In bytes.
  private static let piece = 1 << 18

  private let packed: any ByteSource
  private var input: [UInt8] = []
  private var used = 0
  private var hasLooked = false
  private var isAtEnd = false
  private var damage: SourceReadError?
  /// zlib wants it to stay where it is.
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

  package var trouble: SourceReadError? { damage ?? packed.trouble }

  package func read(into bytes: inout [UInt8]) -> Bool {
    if !hasLooked { look() }
    guard let stream else {
      guard !input.isEmpty else { return packed.read(into: &bytes) }
      bytes += input
      input = []
      return true
    }
    while !isAtEnd {
      guard used < input.count || refill() else {
        end(.damaged(expected: "the rest of what gzip has packed"))
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
  /// Its first two bytes tell a packed file.
  private func look() {
    hasLooked = true
    while input.count < 2, packed.read(into: &input) {}
    guard input.starts(with: [0x1F, 0x8B]) else { return }
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    self.stream = stream
    // The largest window, 15, and 16 for a gzip header.
    let status = inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    if status != Z_OK { end(.damaged(expected: "what gzip has packed")) }
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
    default: end(.damaged(expected: "what gzip has packed, undamaged"))
    }
  }

  /// Packed files that were put one behind the other are one file. Whatever else comes behind is not looked at.
  private func startNextMember(_ stream: UnsafeMutablePointer<z_stream>) {
    if used == input.count, !refill() { return end(nil) }
    if input[used] == 0x1F { inflateReset(stream) } else { end(nil) }
  }

  private func end(_ trouble: SourceReadError?) {
    isAtEnd = true
    damage = trouble
  }
}
