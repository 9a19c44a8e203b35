/// A generated GIF with arbitrary headers.
struct SampleGIF {
  struct Frame {
    var left = 0
    var top = 0
    var width: Int
    var height: Int
    /// Colour indices of all pixels in file order.
    var pixels: [UInt8]
    var isInterlaced = false
    /// The index of the transparent colour.
    var transparent: UInt8?
  }

  /// The declared size, which may be wrong.
  var width: Int
  var height: Int
  /// Red, blue, green, white.
  var colors: [[UInt8]] = [[0xFF, 0, 0], [0, 0, 0xFF], [0, 0xFF, 0], [0xFF, 0xFF, 0xFF]]
  var frames: [Frame]

  /// Red above blue in each frame.
  static func halves(_ side: Int = 32, frames: Int = 1) -> SampleGIF {
    let pixels = (0..<side * side).map { UInt8($0 / side < side / 2 ? 0 : 1) }
    return SampleGIF(
      width: side, height: side,
      frames: Array(repeating: Frame(width: side, height: side, pixels: pixels), count: frames))
  }

  var bytes: [UInt8] {
    var bytes = Array("GIF89a".utf8) + Self.number(width) + Self.number(height)
    // A palette of 256 colours; unnamed ones are black.
    bytes += [0xF7, 0, 0]
    bytes += colors.flatMap(\.self) + [UInt8](repeating: 0, count: 3 * (256 - colors.count))
    for frame in frames {
      if let transparent = frame.transparent { bytes += [0x21, 0xF9, 4, 1, 10, 0, transparent, 0] }
      bytes += [0x2C] + Self.number(frame.left) + Self.number(frame.top) + Self.number(frame.width)
      bytes += Self.number(frame.height) + [frame.isInterlaced ? 0x40 : 0, 8]
      bytes += Self.blocks(Self.codes(frame.pixels))
    }
    return bytes + [0x3B]
  }

  private static func number(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }

  /// Nine-bit codes for single pixels; the table is cleared before codes need ten bits.
  private static func codes(_ pixels: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var (held, count) = (UInt32(0), 0)
    func put(_ code: UInt32) {
      held |= code << count
      count += 9
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: held))
        held >>= 8
        count -= 8
      }
    }
    for (place, pixel) in pixels.enumerated() {
      if place % 200 == 0 { put(256) }
      put(UInt32(pixel))
    }
    put(257)
    if count > 0 { bytes.append(UInt8(truncatingIfNeeded: held)) }
    return bytes
  }

  private static func blocks(_ bytes: [UInt8]) -> [UInt8] {
    var blocks: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let block = rest.prefix(255)
      rest = rest.dropFirst(255)
      blocks.append(UInt8(block.count))
      blocks += block
    }
    return blocks + [0]
  }
}
