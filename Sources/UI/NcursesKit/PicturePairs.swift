import CNcurses
import TerminalKit

/// Colour pairs for pictures, in addition to those of the palette. Allocated on first use.
@MainActor
final class PicturePairs {
  /// Curses stores the pair of a cell in 16 bits.
  private static let maxPairs = Int(Int16.max)

  /// Number of colours used for pictures; 0 if none.
  let colors: Int
  private let first: Int
  private let last: Int
  /// The colour numbers used for the terminal's default colours.
  private let defaultForeground: Int32
  private let defaultBackground: Int32
  private var pairs: [UInt64: Int16] = [:]
  private var colorsOfPairs: [Canvas.PictureColors] = []
  private var numbers: [RGB: Int32] = [:]
  /// Whether pairs have run out since the last `removeAll`.
  private(set) var isExhausted = false

  /// - Parameters:
  ///   - colors: The number of the terminal's colours if colours are enabled.
  ///   - first: The number of the first free pair.
  ///   - defaultForeground: The colour number of plain text.
  ///   - defaultBackground: The colour number of the background.
  init(colors: Int32, first: Int, defaultForeground: Int32, defaultBackground: Int32) {
    self.first = first
    (self.defaultForeground, self.defaultBackground) = (defaultForeground, defaultBackground)
    last = min(Int(tigetnum("pairs")), Self.maxPairs) - 1
    // Cells with two colours need more pairs than terminals with few colours provide; they use one colour.
    self.colors = last - first >= Int(min(colors, 256)) && colors >= 8 ? Int(colors) : 0
  }

  /// The pair for a cell's colours; that of plain text if pairs have run out.
  func pair(of requested: Canvas.PictureColors) -> Int16 {
    guard colors > 0 else { return 0 }
    let foreground = requested.foreground.map(number) ?? defaultForeground
    let background = requested.background.map(number) ?? defaultBackground
    let key = UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
    if let known = pairs[key] { return known }
    let number = first + pairs.count
    guard number <= last else {
      isExhausted = true
      return 0
    }
    init_extended_pair(Int32(number), foreground, background)
    let pair = Int16(number)
    pairs[key] = pair
    colorsOfPairs.append(requested)
    return pair
  }

  /// The colours of a cell read back from curses; nil if it is not a picture cell.
  func colors(ofPair pair: Int16) -> Canvas.PictureColors? {
    let index = Int(pair) - first
    return colorsOfPairs.indices.contains(index) ? colorsOfPairs[index] : nil
  }

  /// Releases all pairs. The screen must be redrawn.
  func removeAll() {
    pairs = [:]
    colorsOfPairs = []
    isExhausted = false
  }

  private func number(_ color: RGB) -> Int32 {
    if let known = numbers[color] { return known }
    if numbers.count > 10_000 { numbers = [:] }
    let number: Int32 =
      switch colors {
      case 1 << 24: Int32(color.number)
      case 256...: Int32(color.nearestXterm256)
      default: Int32(color.nearestTerminalColor(of: min(colors, 16)))
      }
    numbers[color] = number
    return number
  }
}

extension RGB {
  /// The nearest of a terminal's first colours in their usual values, which chafa also assumes.
  fileprivate func nearestTerminalColor(of count: Int) -> Int {
    func distance(_ other: UInt32) -> Int {
      let other = RGB(other)
      let parts = [
        Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue),
      ]
      return parts.reduce(0) { $0 + $1 * $1 }
    }
    return (0..<count).min { distance(Self.usualColors[$0]) < distance(Self.usualColors[$1]) } ?? 0
  }

  private static let usualColors: [UInt32] = [
    0x000000, 0x800000, 0x007000, 0x707000, 0x000070, 0x700070, 0x007070, 0xC0C0C0, 0x404040, 0xFF0000, 0x00FF00,
    0xFFFF00, 0x0000FF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]
}
