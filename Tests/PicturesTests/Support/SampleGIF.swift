/// A GIF of our own, with whatever it says of itself.
struct SampleGIF {
  /// One of its pictures.
  struct Frame {
    var left = 0
    var top = 0
    var width: Int
    var height: Int
    /// Of each pixel the number of its colour, line after line as they stand in the file.
    var pixels: [UInt8]
    var isInterlaced = false
    /// The colour that is none.
    var transparent: UInt8?
  }

  /// As it says; it need not be true.
  var width: Int
  var height: Int
  /// Red, blue, green, white.
  var colors: [[UInt8]] = [[0xFF, 0, 0], [0, 0, 0xFF], [0, 0xFF, 0], [0xFF, 0xFF, 0xFF]]
  var frames: [Frame]

  /// Red above blue, once or several times.
  static func halves(_ side: Int = 32, frames: Int = 1) -> SampleGIF {
    let pixels = (0..<side * side).map { UInt8($0 / side < side / 2 ? 0 : 1) }
    return SampleGIF(
      width: side, height: side,
      frames: Array(repeating: Frame(width: side, height: side, pixels: pixels), count: frames))
  }

  var bytes: [UInt8] {
    var bytes = Array("GIF89a".utf8) + Self.number(width) + Self.number(height)
    // A palette of 256 colours, of which those that are not named are black.
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

  /// Codes of nine bits, none of them for more than one pixel: the table is cleared before it would need a tenth.
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
