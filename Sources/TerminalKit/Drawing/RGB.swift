/// A colour by its parts of red, green and blue.
public struct RGB: Hashable, Sendable {
  public let red, green, blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// `0x2BB5D8`.
  public init(_ number: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: number >> 16), green: UInt8(truncatingIfNeeded: number >> 8),
      blue: UInt8(truncatingIfNeeded: number))
  }

  /// What xterm shows for one of its colours from 16 on: a cube of six steps a side, then 24 greys.
  public init(xterm256 number: Int) {
    let grey = UInt8(clamping: 8 + 10 * (number - 232))
    guard number < 232 else {
      self.init(red: grey, green: grey, blue: grey)
      return
    }
    let place = number - 16
    let parts = [place / 36, place / 6 % 6, place % 6].map { UInt8($0 == 0 ? 0 : 55 + 40 * $0) }
    self.init(red: parts[0], green: parts[1], blue: parts[2])
  }

  /// Whether black is better to read on it than white, by how bright its parts look to people.
  public var isLight: Bool { 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) > 127_500 }

  /// `0x2BB5D8`.
  public var number: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// The number of the colour that comes nearest to it where a terminal has the 256 of xterm. The first sixteen are the
  /// person's own, and never taken.
  public var nearestXterm256: Int {
    (16..<256).min { distance(to: RGB(xterm256: $0)) < distance(to: RGB(xterm256: $1)) } ?? 16
  }

  private func distance(to other: RGB) -> Int {
    let red = Int(red) - Int(other.red)
    let green = Int(green) - Int(other.green)
    let blue = Int(blue) - Int(other.blue)
    return red * red + green * green + blue * blue
  }
}
