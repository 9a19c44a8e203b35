import CNcurses
import TerminalKit

/// Turns styles into what this terminal can do.
@MainActor
struct Palette {
  private let hasColor: Bool
  private let hasGrey: Bool

  /// To be made once curses has started.
  init(usesColor: Bool) {
    hasColor = usesColor && has_colors() && start_color() == OK && use_default_colors() == OK
    let colors = hasColor ? Int(tern_colors()) : 0
    hasGrey = colors >= 16
    guard hasColor else { return }
    for color in Style.Color.allCases where color != .plain {
      init_pair(Self.pair(color), colors >= 256 ? Int16(color.xterm256 ?? -1) : color.of16(hasGrey: hasGrey), -1)
    }
  }

  func attributes(of style: Style) -> attr_t {
    var attributes: attr_t = 0
    if style.attributes.contains(.bold) { attributes |= TERN_A_BOLD }
    if style.attributes.contains(.underline) { attributes |= TERN_A_UNDERLINE }
    if style.attributes.contains(.reverse) { attributes |= TERN_A_REVERSE }
    if style.color == .muted, !hasGrey { attributes |= TERN_A_DIM }
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
}

extension Style.Color {
  fileprivate func of16(hasGrey: Bool) -> Int16 {
    switch self {
    case .plain: -1
    case .accent: 6
    case .muted: hasGrey ? 8 : -1
    case .link: 4
    case .notice: 3
    case .failure: 1
    }
  }
}
