extension Theme {
  /// Those that come with Tern.
  public static let all = [neutral, dark, light, highContrast, terminal]

  /// Readable on black and on white, where nobody knows which of them it is: the tones are in the middle.
  public static let neutral = Theme(
    name: "neutral",
    colors: [
      .accent: 0x00AFD7, .muted: 0x808080, .link: 0x5F87D7, .notice: 0xD78700, .failure: 0xD75F5F, .mention: 0xAF5FAF,
      .tag: 0x5F8700, .media: 0x875FAF, .rule: 0x585858, .unread: 0xD78700,
    ])

  public static let dark = Theme(
    name: "dark", selection: Look(.rgb(RGB(0xE4E4E4)), on: .rgb(RGB(0x3A3A3A))),
    colors: [
      .accent: 0x4CC2E4, .muted: 0x9096A0, .link: 0x8CACF0, .notice: 0xE5A84A, .failure: 0xF48C8C, .mention: 0xD59BE0,
      .tag: 0x8ABF74, .media: 0xB4A6F0, .rule: 0x4E4E4E, .unread: 0xF0C060,
    ])

  public static let light = Theme(
    name: "light", isLight: true, selection: Look(.rgb(RGB(0x1C1C1C)), on: .rgb(RGB(0xD9DCFF))),
    colors: [
      .accent: 0x005FAF, .muted: 0x6C6C6C, .link: 0x0000D7, .notice: 0x6A5000, .failure: 0xB00000, .mention: 0x870087,
      .tag: 0x005F00, .media: 0x5F00AF, .rule: 0xBCBCBC, .unread: 0x6A5000,
    ])

  public static let highContrast = Theme(
    name: "high-contrast", ground: .rgb(RGB(0x000000)), selection: Look(.rgb(RGB(0xFFFFFF)), on: .rgb(RGB(0x0000AF))),
    colors: [
      .plain: 0xFFFFFF, .accent: 0x00FFFF, .muted: 0xD0D0D0, .link: 0x87D7FF, .notice: 0xFFFF00, .failure: 0xFF8787,
      .mention: 0xFF87FF, .tag: 0x87FF87, .media: 0xD7AFFF, .rule: 0x808080, .unread: 0xFFFF00,
    ])

  /// The terminal's own sixteen colours, as far as they can be read wherever they are the usual ones: blue and bright black
  /// are not among them.
  public static let terminal = Theme(
    name: "terminal",
    looks: [
      .accent: 6, .muted: 7, .link: 14, .notice: 11, .failure: 9, .mention: 13, .tag: 10, .media: 14, .rule: 8,
      .unread: 11,
    ].mapValues { Look(.terminal($0)) })

  /// The one for a terminal's background.
  public static func suiting(_ background: RGB) -> Theme { background.isLight ? light : dark }

  /// The theme for the background that a terminal names in `$COLORFGBG`, as rxvt, Konsole and others do: “15;0”, of which
  /// the last part is the background's number; nil where it names none.
  public static func suiting(colorFGBG: String?) -> Theme? {
    guard let ground = colorFGBG?.split(separator: ";").last.flatMap({ Int($0) }) else { return nil }
    switch ground {
    case 0...6, 8: return dark
    case 7, 9...15: return light
    default: return nil
    }
  }

  private init(
    name: String, isLight: Bool = false, ground: Paint? = nil, selection: Look = Look(), colors: [Style.Color: UInt32]
  ) {
    self.init(
      name: name, isLight: isLight, ground: ground, selection: selection,
      looks: colors.mapValues { Look(.rgb(RGB($0))) })
  }
}
