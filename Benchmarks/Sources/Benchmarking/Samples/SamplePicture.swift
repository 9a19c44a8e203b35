/// A picture of one colour as PNG (ISO/IEC 15948). Terminals with 256 colours show it in exactly that colour, so that it
/// can be found in the output of a program.
public struct SamplePicture: Sendable {
  /// The colours of xterm's 6×6×6 cube that are neither dark nor grey.
  private static let colors = (16..<232).filter { number in
    let (red, green, blue) = Self.levels(number)
    return max(red, green, blue) >= 4 && min(red, green, blue) <= 1
  }
  /// The number of pictures that can be told apart.
  public static let maxCount = colors.count
  private static let width = 64
  private static let height = 48

  /// The colour's number among the 256 of xterm.
  public let color: Int

  /// - Parameter number: Pictures with different numbers below `maxCount` have different colours.
  public init(_ number: Int) {
    color = Self.colors[number % Self.colors.count]
  }

  public var png: [UInt8] {
    let (red, green, blue) = Self.levels(color)
    let pixel = [red, green, blue].map { UInt8($0 == 0 ? 0 : 55 + 40 * $0) }
    let row = [0] + Array(repeating: pixel, count: Self.width).flatMap(\.self)
    let pixels = Array(repeating: row, count: Self.height).flatMap(\.self)
    let header = Self.bigEndian(UInt32(Self.width)) + Self.bigEndian(UInt32(Self.height)) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
      + Self.chunk("IDAT", Self.zlib(pixels)) + Self.chunk("IEND", [])
  }

  /// The colours of pictures in the output of a program, as foreground or background.
  static func colors(in output: String) -> Set<Int> {
    let found = output.matches(of: /[34]8;5;(\d+)/).compactMap { Int($0.output.1) }
    return Set(found).intersection(colors)
  }

  private static func levels(_ number: Int) -> (red: Int, green: Int, blue: Int) {
    ((number - 16) / 36, (number - 16) / 6 % 6, (number - 16) % 6)
  }
}

extension SamplePicture {
  /// A single block without compression (RFC 1950, RFC 1951).
  private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    let length = UInt16(bytes.count)
    var (first, second): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      first = (first + UInt32(byte)) % 65_521
      second = (second + first) % 65_521
    }
    let size = [length, ~length].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    return [0x78, 0x01, 0x01] + size + bytes + bigEndian(second << 16 | first)
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    var checksum: UInt32 = 0xFFFF_FFFF
    for byte in named {
      checksum ^= UInt32(byte)
      for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1 }
    }
    return bigEndian(UInt32(content.count)) + named + bigEndian(~checksum)
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
