import CZlib
import TerminalKit

/// Compresses the pixels of a picture incrementally in zlib format (RFC 1950).
final class PixelPacker {
  /// Of 1 to 9. Higher levels take longer than they save in transmission.
  private static let level: Int32 = 3
  /// Input bytes per step.
  private static let chunkSize = 64 * 1_024

  private let pixels: [UInt8]
  /// Number of input bytes consumed.
  private var consumedCount = 0
  private var stream = z_stream()
  private var hasEnded: Bool

  init(_ image: PixelImage) {
    pixels = image.bytes
    hasEnded = deflateInit_(&stream, Self.level, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) != Z_OK
  }

  deinit { deflateEnd(&stream) }

  /// The next `length` compressed bytes; fewer at the end.
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
    let length = min(pixels.count - consumedCount, Self.chunkSize)
    pixels.withUnsafeBufferPointer { input in
      stream.next_in = input.baseAddress.map { UnsafeMutablePointer(mutating: $0 + consumedCount) }
      stream.avail_in = UInt32(length)
      // Z_OK: more input or output remains.
      hasEnded = deflate(&stream, consumedCount + length == pixels.count ? Z_FINISH : Z_NO_FLUSH) != Z_OK
      consumedCount += length - Int(stream.avail_in)
    }
  }
}
