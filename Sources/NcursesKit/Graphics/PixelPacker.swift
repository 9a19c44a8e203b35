import CZlib
import TerminalKit

/// Packs the pixels of a picture, as much of it as is sent at once, in zlib's format: RFC 1950.
final class PixelPacker {
  /// Of 1 to 9: what more would save takes longer than to send it.
  private static let level: Int32 = 3
  /// How much is packed at once, in bytes.
  private static let stretch = 64 * 1_024

  private let pixels: [UInt8]
  /// How many of these have been packed.
  private var taken = 0
  private var stream = z_stream()
  private var hasEnded: Bool

  init(_ image: PixelImage) {
    pixels = image.bytes
    hasEnded = deflateInit_(&stream, Self.level, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) != Z_OK
  }

  deinit { deflateEnd(&stream) }

  /// The next so many bytes; fewer where they are the last.
  func next(_ length: Int) -> (bytes: [UInt8], isLast: Bool) {
    let packed = [UInt8](unsafeUninitializedCapacity: length) { output, count in
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(length)
      while stream.avail_out > 0, !hasEnded { pack() }
      count = length - Int(stream.avail_out)
    }
    return (packed, hasEnded)
  }

  private func pack() {
    let length = min(pixels.count - taken, Self.stretch)
    pixels.withUnsafeBufferPointer { input in
      stream.next_in = input.baseAddress.map { UnsafeMutablePointer(mutating: $0 + taken) }
      stream.avail_in = UInt32(length)
      // Z_OK: there is more to be packed, or to be taken out.
      hasEnded = deflate(&stream, taken + length == pixels.count ? Z_FINISH : Z_NO_FLUSH) != Z_OK
      taken += length - Int(stream.avail_in)
    }
  }
}
