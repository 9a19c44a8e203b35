extension Theme {
  /// Those that come with Tern, each as it is on a dark background where it has two forms.
  public static let all = [dark, light, highContrast, terminal]

  public static let dark = Theme(
    name: "dark", selection: Look(.rgb(RGB(0xE4E4E4)), on: .rgb(RGB(0x3A3A3A))),
    colors: [
      .accent: 0x4CC2E4, .muted: 0x9096A0, .link: 0x8CACF0, .notice: 0xE5A84A, .failure: 0xF48C8C, .mention: 0xD59BE0,
      .tag: 0x8ABF74, .media: 0xB4A6F0, .rule: 0x4E4E4E, .unread: 0xF0C060, .code: 0xC8C8A8,
    ])

  public static let light = Theme(
    name: "light", isLight: true, selection: Look(.rgb(RGB(0x1C1C1C)), on: .rgb(RGB(0xD9DCFF))),
    colors: [
      .accent: 0x005FAF, .muted: 0x6C6C6C, .link: 0x0000D7, .notice: 0x6A5000, .failure: 0xB00000, .mention: 0x870087,
      .tag: 0x005F00, .media: 0x5F00AF, .rule: 0xBCBCBC, .unread: 0x6A5000, .code: 0x404A58,
    ])

  public static let highContrast = Theme(
    name: "high-contrast", ground: .rgb(RGB(0x000000)), selection: Look(.rgb(RGB(0xFFFFFF)), on: .rgb(RGB(0x0000AF))),
    colors: [
      .plain: 0xFFFFFF, .accent: 0x00FFFF, .muted: 0xD0D0D0, .link: 0x87D7FF, .notice: 0xFFFF00, .failure: 0xFF8787,
      .mention: 0xFF87FF, .tag: 0x87FF87, .media: 0xD7AFFF, .rule: 0x808080, .unread: 0xFFFF00, .code: 0xFFD7AF,
    ])

  /// The terminal's own sixteen colours, those of them that can be read on black wherever they are the usual ones: neither
  /// blue nor bright black can.
  public static let terminal = Theme(
    name: "terminal",
    looks: [
      .accent: 6, .muted: 7, .link: 14, .notice: 11, .failure: 9, .mention: 13, .tag: 10, .media: 14, .rule: 8,
      .unread: 11, .code: 7,
    ].mapValues { Look(.terminal($0)) })

  /// The same for a light background. On white, red, blue and magenta can be read and nothing else that has a colour.
  public static let terminalOnLight = Theme(
    name: "terminal", isLight: true,
    looks: [
      .accent: 4, .muted: 8, .link: 4, .notice: 5, .failure: 1, .mention: 5, .tag: 4, .media: 5, .rule: 8, .unread: 5,
      .code: 4,
    ].mapValues { Look(.terminal($0)) })

  /// The one that comes with Tern under a name, in the form for a dark or a light background where it has two.
  public static func named(_ name: String, isLight: Bool) -> Theme? {
    if isLight, name == terminalOnLight.name { return terminalOnLight }
    return all.first { $0.name == name }
  }

  /// The one for a terminal whose background is dark or light.
  public static func suiting(isLight: Bool) -> Theme { isLight ? light : dark }

  /// Whether the background is light that a terminal names in `$COLORFGBG`, as rxvt, Konsole and others do: “15;0”, of which
  /// the last part is the background's number; nil where it names none.
  public static func isLight(colorFGBG: String?) -> Bool? {
    guard let ground = colorFGBG?.split(separator: ";").last.flatMap({ Int($0) }) else { return nil }
    switch ground {
    case 0...6, 8: return false
    case 7, 9...15: return true
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
