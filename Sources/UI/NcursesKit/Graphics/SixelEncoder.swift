import TerminalKit

/// Encodes pictures as sixels: a character represents six vertical pixels of one colour. Each row of cells is a
/// separate sixel image, so that other output can be inserted between rows. Source: DEC's VT330/VT340 Programmer
/// Reference Manual, chapter 14.
enum SixelEncoder {
  /// In pixels.
  private static let bandHeight = 6

  /// The sixels of a picture in one of the cell rows in which it is centred; empty if there are none. Margins are left
  /// unchanged.
  static func row(_ row: Int, of image: PixelImage, at position: Point, cells: Size) -> [UInt8] {
    guard let palette = image.palette else { return [] }
    let margin = PictureMargin(of: image, in: cells)
    // In lines of the picture; negative above it.
    let first = (row - margin.cells.height) * image.cell.height - margin.rest.height
    let end = min(first + image.cell.height, image.size.height)
    guard end > 0, first < end else { return [] }
    var writer = SixelWriter(image: image, palette: palette, indent: margin.rest.width)
    for band in stride(from: first, to: end, by: bandHeight) {
      // Terminals count a started band as part of the image, even if it is empty.
      if band != first { writer.beginBand() }
      writer.write(lines: max(0, band)..<max(0, min(band + bandHeight, end)), bandStart: band)
    }
    let head = "\u{1B}P0;1;0q\"1;1;\(margin.rest.width + image.size.width);\(end - first)"
    return CursorRestoringSequence.around(
      Array(head.utf8) + writer.output + CursorRestoringSequence.stringEnd,
      at: Point(row: position.row + row, column: position.column + margin.cells.width))
  }
}

/// Encodes bands.
private struct SixelWriter {
  private let image: PixelImage
  private let palette: [RGB]
  /// Blank pixels to the left.
  private let indent: Int
  private(set) var output: [UInt8] = []
  /// The sixels of a band, one row per colour.
  private var sixels: [UInt8]
  private var isInBand: [Bool]
  private var isDefined: [Bool]

  init(image: PixelImage, palette: [RGB], indent: Int) {
    self.image = image
    self.palette = palette
    self.indent = indent
    sixels = Array(repeating: 0, count: palette.count * image.size.width)
    isInBand = Array(repeating: false, count: palette.count)
    isDefined = isInBand
  }

  /// - Parameters:
  ///   - lines: The lines of the picture.
  ///   - bandStart: The first line of the band; lines before the picture are blank.
  mutating func write(lines: Range<Int>, bandStart: Int) {
    let width = image.size.width
    image.bytes.withUnsafeBufferPointer { bytes in
      sixels.withUnsafeMutableBufferPointer { sixels in
        for line in lines {
          let bit = UInt8(1) << UInt8(line - bandStart)
          for column in 0..<width {
            let color = Int(bytes[line * width + column])
            sixels[color * width + column] |= bit
            isInBand[color] = true
          }
        }
      }
    }
    var isFirst = true
    for color in palette.indices where isInBand[color] {
      if !isFirst { output.append(UInt8(ascii: "$")) }
      isFirst = false
      write(color)
      isInBand[color] = false
    }
  }

  mutating func beginBand() { output.append(UInt8(ascii: "-")) }

  private mutating func write(_ color: Int) {
    if !isDefined[color] {
      let parts = [palette[color].red, palette[color].green, palette[color].blue].map { (Int($0) * 100 + 127) / 255 }
      output += Array("#\(color);2;\(parts[0]);\(parts[1]);\(parts[2])".utf8)
      isDefined[color] = true
    }
    // Some terminals do not select a colour when it is defined.
    output.append(UInt8(ascii: "#"))
    write(number: color)
    let width = image.size.width
    let row = color * width..<(color + 1) * width
    write(0, times: indent)
    var start = row.lowerBound
    while start < row.upperBound {
      let sixel = sixels[start]
      var end = start + 1
      while end < row.upperBound, sixels[end] == sixel { end += 1 }
      // Trailing blanks are omitted.
      if sixel != 0 || end < row.upperBound { write(sixel, times: end - start) }
      start = end
    }
    for index in row { sixels[index] = 0 }
  }

  private mutating func write(_ sixel: UInt8, times: Int) {
    let character = sixel + 0x3F
    if times > 3 {
      output.append(UInt8(ascii: "!"))
      write(number: times)
      output.append(character)
    } else {
      for _ in 0..<max(0, times) { output.append(character) }
    }
  }

  private mutating func write(number: Int) { output += Array("\(number)".utf8) }
}
