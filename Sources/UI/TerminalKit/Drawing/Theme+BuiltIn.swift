extension Theme {
  /// The built-in themes, in their dark variant if there are two.
  public static let all = [dark, light, highContrast, terminal]

  public static let dark = Theme(
    name: "dark", selection: Appearance(.rgb(RGB(0xE4E4E4)), on: .rgb(RGB(0x3A3A3A))),
    colors: [
      .accent: 0x4CC2E4, .muted: 0x9096A0, .link: 0x8CACF0, .notice: 0xE5A84A, .failure: 0xF48C8C, .mention: 0xD59BE0,
      .tag: 0x8ABF74, .media: 0xB4A6F0, .rule: 0x4E4E4E, .unread: 0xF0C060, .code: 0xC8C8A8,
    ])

  public static let light = Theme(
    name: "light", isLight: true, selection: Appearance(.rgb(RGB(0x1C1C1C)), on: .rgb(RGB(0xD9DCFF))),
    colors: [
      .accent: 0x005FAF, .muted: 0x6C6C6C, .link: 0x0000D7, .notice: 0x6A5000, .failure: 0xB00000, .mention: 0x870087,
      .tag: 0x005F00, .media: 0x5F00AF, .rule: 0xBCBCBC, .unread: 0x6A5000, .code: 0x404A58,
    ])

  public static let highContrast = Theme(
    name: "high-contrast", background: .rgb(RGB(0x000000)),
    selection: Appearance(.rgb(RGB(0xFFFFFF)), on: .rgb(RGB(0x0000AF))),
    colors: [
      .plain: 0xFFFFFF, .accent: 0x00FFFF, .muted: 0xD0D0D0, .link: 0x87D7FF, .notice: 0xFFFF00, .failure: 0xFF8787,
      .mention: 0xFF87FF, .tag: 0x87FF87, .media: 0xD7AFFF, .rule: 0x808080, .unread: 0xFFFF00, .code: 0xFFD7AF,
    ])

  /// The terminal's sixteen colours, limited to those that are usually readable on black; blue and bright black are
  /// not.
  public static let terminal = Theme(
    name: "terminal",
    appearances: [
      .accent: 6, .muted: 7, .link: 14, .notice: 11, .failure: 9, .mention: 13, .tag: 10, .media: 14, .rule: 8,
      .unread: 11, .code: 7,
    ].mapValues { Appearance(.terminal($0)) })

  /// The variant for light backgrounds. On white only red, blue and magenta are readable among the colours.
  public static let terminalOnLight = Theme(
    name: "terminal", isLight: true,
    appearances: [
      .accent: 4, .muted: 8, .link: 4, .notice: 5, .failure: 1, .mention: 5, .tag: 4, .media: 5, .rule: 8, .unread: 5,
      .code: 4,
    ].mapValues { Appearance(.terminal($0)) })

  /// The built-in theme with this name, in the light variant if there is one and `isLight` is set; nil if there is no
  /// such theme.
  public static func named(_ name: String, isLight: Bool) -> Theme? {
    if isLight, name == terminalOnLight.name { return terminalOnLight }
    return all.first { $0.name == name }
  }

  /// The default theme for a dark or light terminal background.
  public static func defaultTheme(isLight: Bool) -> Theme { isLight ? light : dark }

  /// Whether `$COLORFGBG` names a light background. Set by rxvt, Konsole and others, for example "15;0"; the last
  /// component is the background colour. nil if it is missing or invalid.
  public static func isLight(colorFGBG: String?) -> Bool? {
    guard let background = colorFGBG?.split(separator: ";").last.flatMap({ Int($0) }) else { return nil }
    switch background {
    case 0...6, 8: return false
    case 7, 9...15: return true
    default: return nil
    }
  }

  private init(
    name: String, isLight: Bool = false, background: Paint? = nil, selection: Appearance = Appearance(),
    colors: [Style.Color: UInt32]
  ) {
    self.init(
      name: name, isLight: isLight, background: background, selection: selection,
      appearances: colors.mapValues { Appearance(.rgb(RGB($0))) })
  }
}
