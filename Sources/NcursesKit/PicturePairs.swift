import CNcurses
import TerminalKit

/// The pairs of colours of pictures, beside those of the palette: each is made when it is first drawn.
@MainActor
final class PicturePairs {
  /// Curses keeps the number of a cell's pair in so many bits.
  private static let most = Int(Int16.max)

  /// How many of the terminal's colours pictures are drawn in; 0: none.
  let colors: Int
  private let first: Int
  private let last: Int
  /// What stands for the terminal's own colours.
  private let text: Int32
  private let ground: Int32
  private var pairs: [UInt64: Int16] = [:]
  private var colorsOfPairs: [Canvas.PictureColors] = []
  private var numbers: [RGB: Int32] = [:]
  /// Whether there were fewer pairs than were wanted since `begin`.
  private(set) var wasFull = false

  /// - Parameters:
  ///   - colors: that the terminal has, where it may be in colour.
  ///   - first: the number of the first pair that is free.
  ///   - text: the number of the colour of text.
  init(colors: Int32, first: Int, text: Int32, ground: Int32) {
    self.first = first
    (self.text, self.ground) = (text, ground)
    last = min(Int(tigetnum("pairs")), Self.most) - 1
    // Two colours a cell take more pairs than a terminal of few colours has: there, one is enough.
    self.colors = last - first >= Int(min(colors, 256)) && colors >= 8 ? Int(colors) : 0
  }

  /// The pair of a cell's colours; that of text where there are no more.
  func pair(of wanted: Canvas.PictureColors) -> Int16 {
    guard colors > 0 else { return 0 }
    let foreground = wanted.foreground.map(number) ?? text
    let background = wanted.background.map(number) ?? ground
    let key = UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
    if let known = pairs[key] { return known }
    let number = first + pairs.count
    guard number <= last else {
      wasFull = true
      return 0
    }
    init_extended_pair(Int32(number), foreground, background)
    let pair = Int16(number)
    pairs[key] = pair
    colorsOfPairs.append(wanted)
    return pair
  }

  /// The colours of a cell that is read back from curses; nil where it is none of a picture.
  func colors(ofPair pair: Int16) -> Canvas.PictureColors? {
    let index = Int(pair) - first
    return colorsOfPairs.indices.contains(index) ? colorsOfPairs[index] : nil
  }

  /// Lets go of all pairs: what is on the screen has to be drawn anew.
  func empty() {
    pairs = [:]
    colorsOfPairs = []
    wasFull = false
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
  /// Of the first colours of a terminal the one that usually comes nearest: chafa takes them for these, too.
  fileprivate func nearestTerminalColor(of count: Int) -> Int {
    func distance(_ other: UInt32) -> Int {
      let other = RGB(other)
      let parts = [
        Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue),
      ]
      return parts.reduce(0) { $0 + $1 * $1 }
    }
    return (0..<count).min { distance(Self.usual[$0]) < distance(Self.usual[$1]) } ?? 0
  }

  private static let usual: [UInt32] = [
    0x000000, 0x800000, 0x007000, 0x707000, 0x000070, 0x700070, 0x007070, 0xC0C0C0, 0x404040, 0xFF0000, 0x00FF00,
    0xFFFF00, 0x0000FF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]
}
