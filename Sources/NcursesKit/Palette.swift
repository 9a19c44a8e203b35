import CNcurses
import TerminalKit

/// Turns styles into what this terminal can do.
@MainActor
struct Palette {
  private let hasColor: Bool
  private let hasGrey: Bool
  private let known = termattrs()

  /// To be made once curses has started.
  init(usesColor: Bool) {
    let colors = tigetnum("colors")
    // With fewer, what is meant to stand out might not be seen at all.
    hasColor =
      usesColor && colors >= 8 && tigetnum("pairs") >= Style.Color.allCases.count && has_colors() && start_color() == OK
    hasGrey = hasColor && Style.Color.muted.number(of: colors) != nil
    guard hasColor else { return }
    // Where a terminal cannot return to its own colours, curses takes it to be white on black.
    let background: Int32 = use_default_colors() == OK ? -1 : COLOR_BLACK
    for color in Style.Color.allCases where color != .plain {
      let number = color.number(of: colors) ?? (background == -1 ? -1 : COLOR_WHITE)
      init_extended_pair(Int32(color.rawValue), number, background)
    }
  }

  func attributes(of style: Style) -> attr_t {
    var attributes: attr_t = 0
    if style.attributes.contains(.bold) { attributes |= TERN_A_BOLD }
    if style.attributes.contains(.underline) { attributes |= TERN_A_UNDERLINE }
    if style.attributes.contains(.reverse) { attributes |= can(TERN_A_REVERSE) ? TERN_A_REVERSE : TERN_A_STANDOUT }
    // What is both, such as the tab that is open, has to be told from the others.
    if style.attributes.isSuperset(of: [.bold, .underline]), !can(TERN_A_BOLD), !can(TERN_A_UNDERLINE) {
      attributes |= TERN_A_STANDOUT
    }
    if [.muted, .rule].contains(style.color), !hasGrey { attributes |= TERN_A_DIM }
    if style.color == .failure, !hasColor { attributes |= TERN_A_BOLD }
    return attributes
  }

  func pair(of style: Style) -> Int16 {
    hasColor ? Self.pair(style.color) : 0
  }

  /// The style that a cell read back from curses was drawn in.
  func style(attributes: attr_t, pair: Int16) -> Style {
    var style = Style(Style.Color(rawValue: UInt8(clamping: pair)) ?? .plain)
    if attributes & TERN_A_BOLD != 0 { style.attributes.insert(.bold) }
    if attributes & TERN_A_UNDERLINE != 0 { style.attributes.insert(.underline) }
    if attributes & TERN_A_REVERSE != 0 { style.attributes.insert(.reverse) }
    return style
  }

  private static func pair(_ color: Style.Color) -> Int16 { Int16(color.rawValue) }

  private func can(_ attribute: attr_t) -> Bool { attr_t(known) & attribute != 0 }
}

extension Style.Color {
  /// What a terminal of so many colours calls it; nil is its own foreground.
  fileprivate func number(of colors: Int32) -> Int32? {
    switch colors {
    case 1 << 24: xterm256.map(Self.rgb)
    case 256...0x7FFF: xterm256.map(Int32.init)
    // Others that take red, green and blue have these eight besides.
    default: ofFirst(hasGrey: 16..<256 ~= colors)
    }
  }

  private func ofFirst(hasGrey: Bool) -> Int32? {
    switch self {
    case .plain: nil
    case .accent: COLOR_CYAN
    case .muted, .rule: hasGrey ? 8 : nil
    case .link: COLOR_BLUE
    case .notice: COLOR_YELLOW
    case .failure: COLOR_RED
    case .mention, .media: COLOR_MAGENTA
    case .tag: COLOR_GREEN
    }
  }

  /// What xterm shows for one of its colours from 16 on: a cube of six steps a side, then 24 greys.
  private static func rgb(_ xterm256: Int) -> Int32 {
    let parts: [Int]
    if xterm256 < 232 {
      let place = xterm256 - 16
      parts = [place / 36, place / 6 % 6, place % 6].map { $0 == 0 ? 0 : 55 + 40 * $0 }
    } else {
      parts = Array(repeating: 8 + 10 * (xterm256 - 232), count: 3)
    }
    return Int32(parts.reduce(0) { $0 << 8 | $1 })
  }
}
