import CZlib
import Glibc

/// Compresses one file for a ZIP.
final class Deflater {
  private var stream = z_stream()
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  init() throws(SampleArchiveError) {
    // A negative value: raw deflate data without a zlib header, as in ZIP files.
    let status = deflateInit2_(
      &stream, 4, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    if status != Z_OK { throw SampleArchiveError("zlib", number: ENOMEM) }
  }

  deinit {
    deflateEnd(&stream)
  }

  /// The compressed output for these bytes, which may be empty until the last.
  func pack(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
    var bytes = bytes
    var packed: [UInt8] = []
    bytes.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      repeat {
        let count = buffer.withUnsafeMutableBufferPointer { output in
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(output.count)
          deflate(&stream, isLast ? Z_FINISH : Z_NO_FLUSH)
          return output.count - Int(stream.avail_out)
        }
        packed += buffer[..<count]
      } while stream.avail_out == 0
    }
    return packed
  }
}
