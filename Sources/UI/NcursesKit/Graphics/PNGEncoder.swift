import CZlib
import TerminalKit

/// Encodes a picture as PNG (ISO/IEC 15948), in true colour without filters.
public enum PNGEncoder {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let level: Int32 = 6

  /// nil if zlib has no memory.
  public static func png(of image: PixelImage) -> [UInt8]? {
    guard let packed = compressed(rows(of: image)) else { return nil }
    // 8 bits per sample, true colour, no interlacing.
    let header = bigEndian(image.size.width) + bigEndian(image.size.height) + [8, 2, 0, 0, 0]
    return signature + chunk("IHDR", header) + chunk("IDAT", packed) + chunk("IEND", [])
  }

  /// The rows as red, green and blue, each after the number of its filter.
  private static func rows(of image: PixelImage) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity(image.size.height * (image.size.width * 3 + 1))
    let length = image.bytes.count / image.size.height
    for row in 0..<image.size.height {
      rows.append(0)
      let bytes = image.bytes[row * length..<(row + 1) * length]
      if let palette = image.palette {
        for index in bytes {
          let color = palette[Int(index)].number
          rows += [UInt8(color >> 16 & 0xFF), UInt8(color >> 8 & 0xFF), UInt8(color & 0xFF)]
        }
      } else {
        rows += bytes
      }
    }
    return rows
  }

  private static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    var length = compressBound(uLong(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(length))
    guard compress2(&packed, &length, bytes, uLong(bytes.count), level) == Z_OK else { return nil }
    return Array(packed.prefix(Int(length)))
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    return bigEndian(content.count) + named + bigEndian(Int(crc32(0, named, uInt(named.count))))
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
