/// A colour in red, green and blue.
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

  /// An xterm colour from 16 on: a 6×6×6 cube followed by 24 greys.
  public init(xterm256 number: Int) {
    let grey = UInt8(clamping: 8 + 10 * (number - 232))
    guard number < 232 else {
      self.init(red: grey, green: grey, blue: grey)
      return
    }
    func part(_ step: Int) -> UInt8 { step == 0 ? 0 : UInt8(55 + 40 * step) }
    let index = number - 16
    self.init(red: part(index / 36), green: part(index / 6 % 6), blue: part(index % 6))
  }

  /// Whether black text is more readable on it than white, by perceived brightness.
  public var isLight: Bool { 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) > 127_500 }

  /// `0x2BB5D8`.
  public var number: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// The nearest of xterm's colours from 16 on. The first sixteen are configured by the user and not used.
  public var nearestXterm256: Int {
    // Each component is rounded within the cube, grey by the mean. Ties round down.
    func step(_ part: UInt8) -> Int { part < 48 ? 0 : max(1, (Int(part) - 36) / 40) }
    let cube = 16 + 36 * step(red) + 6 * step(green) + step(blue)
    let grey = 232 + min(max(0, Int(red) + Int(green) + Int(blue) - 10) / 30, 23)
    return distance(to: RGB(xterm256: grey)) < distance(to: RGB(xterm256: cube)) ? grey : cube
  }

  private func distance(to other: RGB) -> Int {
    let red = Int(red) - Int(other.red)
    let green = Int(green) - Int(other.green)
    let blue = Int(blue) - Int(other.blue)
    return red * red + green * green + blue * blue
  }
}
