import TerminalKit

/// Decodes sixel output like a terminal. Throws for anything else.
struct PictureReader {
  struct Failure: Error {
    let message: String
  }

  private var rest: ArraySlice<UInt8>

  /// The pixels of sixels by position, and the position where they begin.
  static func sixels(_ bytes: [UInt8]) throws -> (place: Point, pixels: [Point: RGB]) {
    var reader = PictureReader(rest: bytes[...])
    try reader.take("\u{1B}7\u{1B}[")
    let row = try reader.number()
    try reader.take(";")
    let column = try reader.number()
    try reader.take("H\u{1B}P0;1;0q\"1;1;")
    let width = try reader.number()
    try reader.take(";")
    let height = try reader.number()
    let pixels = try reader.picture(width: width, height: height)
    try reader.take("\u{1B}\\\u{1B}8")
    guard reader.rest.isEmpty else { throw Failure(message: "trailing bytes") }
    return (Point(row: row - 1, column: column - 1), pixels)
  }

  private mutating func picture(width: Int, height: Int) throws -> [Point: RGB] {
    var pixels: [Point: RGB] = [:]
    var colors: [Int: RGB] = [:]
    var color: RGB?
    var (x, band) = (0, 0)
    while let byte = rest.first, byte != 0x1B {
      rest = rest.dropFirst()
      switch byte {
      case UInt8(ascii: "#"):
        let index = try number()
        if rest.first == UInt8(ascii: ";") {
          try take(";2;")
          let red = try number()
          try take(";")
          let green = try number()
          try take(";")
          let blue = try number()
          guard max(red, green, blue) <= 100 else { throw Failure(message: "no colour") }
          colors[index] = RGB(
            red: UInt8(red * 255 / 100), green: UInt8(green * 255 / 100), blue: UInt8(blue * 255 / 100))
          // xterm does not select a colour when it is defined.
          color = nil
        } else {
          guard let known = colors[index], index < 256 else { throw Failure(message: "colour \(index)") }
          color = known
        }
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"): (x, band) = (0, band + 1)
      case UInt8(ascii: "!"), 0x3F...0x7E:
        let count = byte == UInt8(ascii: "!") ? try number() : 1
        let sixel = byte == UInt8(ascii: "!") ? rest.popFirst() ?? 0 : byte
        guard 0x3F...0x7E ~= sixel else { throw Failure(message: "sixel \(sixel)") }
        for bit in 0..<6 where (sixel - 0x3F) >> UInt8(bit) & 1 == 1 {
          for column in x..<x + count {
            let place = Point(row: band * 6 + bit, column: column)
            guard place.row < height, column < width, pixels[place] == nil else { throw Failure(message: "\(place)") }
            pixels[place] = color
          }
        }
        x += count
      default: throw Failure(message: "byte \(byte)")
      }
    }
    return pixels
  }

  private mutating func take(_ text: String) throws {
    guard rest.starts(with: text.utf8) else { throw Failure(message: "no \(text.debugDescription)") }
    rest = rest.dropFirst(text.utf8.count)
  }

  private mutating func number() throws -> Int {
    let digits = rest.prefix { 0x30...0x39 ~= $0 }
    rest = rest.dropFirst(digits.count)
    guard digits.count <= 6, let number = Int(String(decoding: digits, as: UTF8.self)) else {
      throw Failure(message: "no number")
    }
    return number
  }
}
