import Foundation
import TerminalKit
import Testing

@Suite struct ThemeTests {
  /// Terminal backgrounds for themes without their own.
  private static let darkBackgrounds = [RGB(0x000000), RGB(0x1E1E1E), RGB(0x303030)]
  private static let lightBackgrounds = [RGB(0xFFFFFF), RGB(0xEEEEEE)]
  /// The minimum contrast of terminals' text, on dark and light backgrounds.
  private static let ownText = [false: RGB(0xBCBCBC), true: RGB(0x444444)]

  /// The contrast of two colours, from 1 to 21. Source: WCAG 2.2, “contrast ratio”.
  private static func contrast(_ one: RGB, _ other: RGB) -> Double {
    let both = [luminance(one), luminance(other)].sorted()
    return (both[1] + 0.05) / (both[0] + 0.05)
  }

  private static func luminance(_ color: RGB) -> Double {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  /// The minimum contrast of a role. Muted text may be harder to read than other text. WCAG has no requirement for
  /// decoration such as rules, which must be visible but fainter than text.
  private static func minContrast(_ role: Style.Color) -> Double {
    switch role {
    case .muted: 3
    case .rule: 1.3
    default: 4.5
    }
  }

  /// A colour in truecolor and in 256 colours.
  private static func shown(_ paint: Theme.Paint?, else other: RGB) -> [RGB] {
    guard case .rgb(let color)? = paint else { return [other, other] }
    return [color, RGB(xterm256: color.nearestXterm256)]
  }

  @Test(
    arguments: [(Theme.dark, darkBackgrounds), (.light, lightBackgrounds), (.highContrast, [RGB(0x000000)])],
    Style.Background.allCases)
  func `Each role is readable on each background`(
    theme: (theme: Theme, terminalBackgrounds: [RGB]), background: Style.Background
  ) throws {
    let (theme, terminalBackgrounds) = theme
    let text = try #require(Self.ownText[theme.isLight])
    for role in Style.Color.allCases {
      let look = theme.appearance(of: Style(role, on: background))
      for behind in terminalBackgrounds {
        for (color, behind) in zip(Self.shown(look.color, else: text), Self.shown(look.background, else: behind)) {
          let contrast = Self.contrast(color, behind)
          #expect(
            contrast >= Self.minContrast(role),
            "\(theme.name): \(role) as \(color) on \(background), \(behind): \(contrast)")
        }
      }
    }
  }

  @Test(arguments: [(Theme.dark, darkBackgrounds), (.light, lightBackgrounds), (.highContrast, [RGB(0x000000)])])
  func `The selected row is distinguishable`(theme: Theme, terminalBackgrounds: [RGB]) {
    for behind in terminalBackgrounds {
      let around = Self.shown(theme.appearance(of: .plain).background, else: behind)
      let selected = Self.shown(theme.appearance(of: Style(.plain, on: .selection)).background, else: behind)
      for (one, other) in zip(around, selected) {
        #expect(Self.contrast(one, other) >= 1.1, "\(theme.name): \(one) beside \(other)")
      }
    }
  }

  @Test(arguments: [Theme.dark, .light, .highContrast], Style.Background.allCases)
  func `Rules are fainter than text`(theme: Theme, background: Style.Background) throws {
    let behind = try #require(theme.isLight ? Self.lightBackgrounds.first : Self.darkBackgrounds.first)
    let text = try #require(Self.ownText[theme.isLight])
    func contrasts(_ role: Style.Color) -> [Double] {
      let look = theme.appearance(of: Style(role, on: background))
      return zip(Self.shown(look.color, else: text), Self.shown(look.background, else: behind)).map(Self.contrast)
    }
    for role in Style.Color.allCases where role != .rule {
      for (rule, other) in zip(contrasts(.rule), contrasts(role)) { #expect(rule < other, "\(theme.name): \(role)") }
    }
  }

  /// The sixteen colours on black and on white: of xterm, of VTE (GNOME Terminal, current and Tango) and of the Linux
  /// console.
  private static let palettes: [[UInt32]] = [
    [
      0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00,
      0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ],
    [
      0x171421, 0xC01C28, 0x26A269, 0xA2734C, 0x12488B, 0xA347BA, 0x2AA1B3, 0xD0CFCC, 0x5E5C64, 0xF66151, 0x33D17A,
      0xE9AD0C, 0x2A7BDE, 0xC061CB, 0x33C7DE, 0xFFFFFF,
    ],
    [
      0x2E3436, 0xCC0000, 0x4E9A06, 0xC4A000, 0x3465A4, 0x75507B, 0x06989A, 0xD3D7CF, 0x555753, 0xEF2929, 0x8AE234,
      0xFCE94F, 0x729FCF, 0xAD7FA8, 0x34E2E2, 0xEEEEEC,
    ],
    [
      0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA, 0x555555, 0xFF5555, 0x55FF55,
      0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
    ],
  ]

  /// None of the sixteen colours is readable on black and on white: the best one with a hue, magenta, has a contrast of
  /// 3.19 in the worst case. Hence the two variants. They use different reds: red has 2.71 on black, bright red 3.11 on
  /// white.
  @Test(arguments: palettes, [(Theme.terminal, RGB(0x000000)), (.terminalOnLight, RGB(0xFFFFFF))])
  func `Terminal colours are readable in the variant for the background`(
    palette: [UInt32], form: (theme: Theme, behind: RGB)
  ) throws {
    for role in Style.Color.allCases where role != .plain {
      for background in Style.Background.allCases {
        let look = form.theme.appearance(of: Style(role, on: background))
        #expect(look.background == nil)
        guard case .terminal(let number)? = look.color else {
          Issue.record("\(role) is not among the sixteen")
          continue
        }
        let contrast = Self.contrast(RGB(palette[number]), form.behind)
        #expect(contrast >= Self.minContrast(role), "\(role) as \(number): \(contrast)")
      }
    }
  }

  @Test func `The terminal theme uses the default text colour`() {
    for theme in [Theme.terminal, .terminalOnLight] { #expect(theme.appearance(of: .plain) == Theme.Appearance()) }
  }

  @Test func `A theme with two variants is chosen by the background`() {
    for isLight in [false, true] {
      #expect(Theme.named("terminal", isLight: isLight)?.isLight == isLight)
      #expect(Theme.named("dark", isLight: isLight) == .dark && Theme.named("light", isLight: isLight) == .light)
      #expect(Theme.named("auto", isLight: isLight) == nil)
    }
  }

  @Test func `Each xterm colour is the nearest to itself`() {
    for number in 16..<256 {
      let color = RGB(xterm256: number)
      #expect(RGB(xterm256: color.nearestXterm256) == color)
    }
    #expect(RGB(0x2BB5D8).nearestXterm256 == 38)
  }

  @Test func `No xterm colour is nearer than the result`() {
    func distance(_ one: RGB, _ other: RGB) -> Int {
      let (red, green, blue) = (
        Int(one.red) - Int(other.red), Int(one.green) - Int(other.green), Int(one.blue) - Int(other.blue)
      )
      return red * red + green * green + blue * blue
    }
    let parts: [UInt8] = [0, 13, 47, 48, 60, 95, 115, 116, 128, 155, 175, 196, 235, 238, 239, 255]
    for red in parts {
      for green in parts {
        for blue in parts {
          let color = RGB(red: red, green: green, blue: blue)
          let minContrast = (16..<256).map { distance(color, RGB(xterm256: $0)) }.min()
          #expect(distance(color, RGB(xterm256: color.nearestXterm256)) == minContrast, "\(color)")
        }
      }
    }
  }

  @Test(
    arguments: [
      ("15;0", false), ("0;15", true), ("15;default;0", false), ("0;7", true), (nil, nil), ("", nil),
      ("15;default", nil), ("1;99", nil),
    ] as [(String?, Bool?)]) func `COLORFGBG determines the background`(value: String?, isLight: Bool?)
  {
    #expect(Theme.isLight(colorFGBG: value) == isLight)
  }

  @Test(
    arguments: [
      (0x000000, Theme.dark), (0x1E1E1E, .dark), (0x002B36, .dark), (0x44475A, .dark), (0x0000FF, .dark),
      (0xFFFFFF, .light), (0xFDF6E3, .light), (0xEEEEEE, .light), (0xD0D0D0, .light),
    ] as [(UInt32, Theme)]) func `The default theme depends on the background`(background: UInt32, theme: Theme)
  {
    #expect(Theme.defaultTheme(isLight: RGB(background).isLight) == theme)
  }

  @Test func `Theme names are unique`() {
    #expect(Set(Theme.all.map(\.name)).count == Theme.all.count)
  }

  @Test func `A style combines its role with its background`() {
    let (red, blue, grey) = (Theme.Paint.terminal(1), Theme.Paint.terminal(4), Theme.Paint.terminal(8))
    let theme = Theme(
      name: "mine", background: blue, selection: .init(grey, on: red, .bold),
      appearances: [.plain: .init(.terminal(7)), .link: .init(blue, .underline), .media: .init(on: grey)])
    #expect(theme.appearance(of: .plain) == .init(.terminal(7), on: blue))
    #expect(theme.appearance(of: Style(.plain, .reverse, on: .selection)) == .init(grey, on: red, [.bold, .reverse]))
    #expect(theme.appearance(of: Style(.link, .bold)) == .init(blue, on: blue, [.bold, .underline]))
    // Missing values are those of text; a role's own background takes precedence over that of the row.
    #expect(theme.appearance(of: Style(.tag, on: .selection)) == .init(.terminal(7), on: red, .bold))
    #expect(theme.appearance(of: Style(.media, on: .selection)) == .init(.terminal(7), on: grey, .bold))
  }
}
