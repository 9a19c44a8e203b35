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
    func part(_ step: Int) -> UInt8 { step == 0 ? 0 : UInt8(55 + 40 * step) }
    let place = number - 16
    self.init(red: part(place / 36), green: part(place / 6 % 6), blue: part(place % 6))
  }

  /// Whether black is better to read on it than white, by how bright its parts look to people.
  public var isLight: Bool { 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) > 127_500 }

  /// `0x2BB5D8`.
  public var number: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// The number of the colour that comes nearest to it where a terminal has the 256 of xterm. The first sixteen are the
  /// person's own, and never taken.
  public var nearestXterm256: Int {
    // The parts of a colour in the cube are chosen each by itself; a grey by their mean. What lies in the middle goes down.
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
