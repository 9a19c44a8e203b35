/// What the colours of styles are. A theme that has no ground of its own leaves the terminal its background, and is made
/// for dark ones, for light ones, or for both.
public struct Theme: Hashable, Sendable {
  /// What something is painted with.
  public enum Paint: Hashable, Sendable {
    case rgb(RGB)
    /// One of the sixteen colours that the person has given the terminal.
    case terminal(Int)
  }

  /// As the person names it: `high-contrast`.
  public let name: String
  /// The background; nil is the terminal's own.
  public let ground: RGB?
  /// By roles; those that are missing look like text.
  private let paints: [Style.Color: Paint]

  public init(name: String, ground: RGB? = nil, paints: [Style.Color: Paint]) {
    self.name = name
    self.ground = ground
    self.paints = paints
  }

  /// nil is the terminal's own foreground.
  public func paint(of color: Style.Color) -> Paint? { paints[color] }
}

extension Theme {
  public static let all = [neutral, dark, light, highContrast, terminal]

  /// Readable on black and on white, where nobody knows which of them it is: the tones are in the middle.
  public static let neutral = Theme(
    name: "neutral",
    colors: [
      .accent: 0x00AFD7, .muted: 0x808080, .link: 0x5F87D7, .notice: 0xD78700, .failure: 0xD75F5F, .mention: 0xAF5FAF,
      .tag: 0x5F8700, .media: 0x875FAF, .rule: 0x585858,
    ])

  public static let dark = Theme(
    name: "dark",
    colors: [
      .accent: 0x2BB5D8, .muted: 0x8A8F98, .link: 0x7B9CE8, .notice: 0xE0A03C, .failure: 0xF08080, .mention: 0xC98BD6,
      .tag: 0x7FB069, .media: 0xA594E0, .rule: 0x4E4E4E,
    ])

  public static let light = Theme(
    name: "light",
    colors: [
      .accent: 0x005FAF, .muted: 0x6C6C6C, .link: 0x005FD7, .notice: 0x875F00, .failure: 0xC00000, .mention: 0x870087,
      .tag: 0x005F00, .media: 0x5F00AF, .rule: 0xBCBCBC,
    ])

  public static let highContrast = Theme(
    name: "high-contrast", ground: RGB(0x000000),
    colors: [
      .plain: 0xFFFFFF, .accent: 0x00FFFF, .muted: 0xD0D0D0, .link: 0x87D7FF, .notice: 0xFFFF00, .failure: 0xFF8787,
      .mention: 0xFF87FF, .tag: 0x87FF87, .media: 0xD7AFFF, .rule: 0x808080,
    ])

  /// The terminal's own sixteen colours, as far as they can be read wherever they are the usual ones: blue and bright black
  /// are not among them.
  public static let terminal = Theme(
    name: "terminal",
    paints: [
      .accent: .terminal(6), .link: .terminal(14), .notice: .terminal(11), .failure: .terminal(9),
      .mention: .terminal(13), .tag: .terminal(10), .media: .terminal(14), .rule: .terminal(8),
    ])

  /// The theme for the background that a terminal names in `$COLORFGBG`, as rxvt, Konsole and others do: “15;0”, of which
  /// the last part is the background's number. Where it names none, one that can be read on any.
  public static func automatic(colorFGBG: String?) -> Theme {
    guard let ground = colorFGBG?.split(separator: ";").last.flatMap({ Int($0) }) else { return neutral }
    switch ground {
    case 0...6, 8: return dark
    case 7, 9...15: return light
    default: return neutral
    }
  }

  private init(name: String, ground: RGB? = nil, colors: [Style.Color: UInt32]) {
    self.init(name: name, ground: ground, paints: colors.mapValues { .rgb(RGB($0)) })
  }
}

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

  /// `0x2BB5D8`.
  public var number: Int { Int(red) << 16 | Int(green) << 8 | Int(blue) }

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
