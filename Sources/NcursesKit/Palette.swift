import CNcurses
import TerminalKit

/// Turns styles into what this terminal can do.
@MainActor
struct Palette {
  private let hasColor: Bool
  private let hasGrey: Bool
  private let known = termattrs()

  /// To be made once curses has started.
  init(usesColor: Bool, theme: Theme) {
    let colors = tigetnum("colors")
    // With fewer, what is meant to stand out might not be seen at all.
    hasColor =
      usesColor && colors >= 8 && tigetnum("pairs") >= Style.Color.allCases.count && has_colors() && start_color() == OK
    hasGrey = hasColor && theme.number(of: .muted, of: colors) != nil
    guard hasColor else { return }
    // Where a terminal cannot return to its own colours, curses takes it to be white on black.
    let ground = theme.ground.flatMap { Theme.number(of: .rgb($0), of: colors) }
    let background: Int32 = use_default_colors() == OK ? ground ?? -1 : COLOR_BLACK
    let text = theme.number(of: .plain, of: colors) ?? (background == -1 ? -1 : COLOR_WHITE)
    if ground != nil { assume_default_colors(text, background) }
    for color in Style.Color.allCases where color != .plain {
      init_extended_pair(Int32(color.rawValue), theme.number(of: color, of: colors) ?? text, background)
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

extension Theme {
  /// What a terminal of so many colours calls the colour of a role; nil is its own foreground.
  fileprivate func number(of color: Style.Color, of colors: Int32) -> Int32? {
    // With few colours the roles have those that everybody gives them.
    guard colors >= 256 else { return color.ofFirst(hasGrey: 16..<256 ~= colors) }
    return paint(of: color).flatMap { Self.number(of: $0, of: colors) }
  }

  fileprivate static func number(of paint: Paint, of colors: Int32) -> Int32? {
    switch (paint, colors) {
    case (.rgb(let color), 1 << 24): Int32(color.number)
    case (.rgb(let color), 256...0x7FFF): Int32(color.nearestXterm256)
    case (.terminal(let number), 256...0x7FFF): Int32(number)
    // Those that take red, green and blue have the first eight besides.
    case (.terminal(let number), 256...): Int32(number & 7)
    default: nil
    }
  }
}

extension Style.Color {
  fileprivate func ofFirst(hasGrey: Bool) -> Int32? {
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
}
