import Foundation
import TerminalKit
import Testing

@Suite struct ThemeTests {
  /// What shows through where a theme has no ground of its own.
  private static let darkGrounds = [RGB(0x000000), RGB(0x1E1E1E), RGB(0x303030)]
  private static let lightGrounds = [RGB(0xFFFFFF), RGB(0xEEEEEE)]
  /// What a terminal's own text is in at least, where its background is dark, and where it is light.
  private static let ownText = [false: RGB(0xBCBCBC), true: RGB(0x444444)]

  /// How well one of two colours can be read on the other, from 1 to 21. Source: WCAG 2.2, “contrast ratio”.
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

  /// What can be read; lines are no text.
  private static let roles = Style.Color.allCases.filter { $0 != .rule }

  /// Text that may be overlooked has to be found by whoever looks for it, and no more.
  private static func least(_ role: Style.Color) -> Double { role == .muted ? 3 : 4.5 }

  /// A colour as it is where a terminal takes red, green and blue, and as it is among the 256.
  private static func shown(_ paint: Theme.Paint?, else other: RGB) -> [RGB] {
    guard case .rgb(let color)? = paint else { return [other, other] }
    return [color, RGB(xterm256: color.nearestXterm256)]
  }

  @Test(
    arguments: [(Theme.dark, darkGrounds), (.light, lightGrounds), (.highContrast, [RGB(0x000000)])],
    Style.Ground.allCases)
  func `Every role can be read on every ground, in 256 colours and in all`(
    theme: (theme: Theme, through: [RGB]), ground: Style.Ground
  ) throws {
    let (theme, through) = theme
    let text = try #require(Self.ownText[theme.isLight])
    for role in Self.roles {
      let look = theme.look(of: Style(role, on: ground))
      for behind in through {
        for (color, background) in zip(Self.shown(look.color, else: text), Self.shown(look.background, else: behind)) {
          let contrast = Self.contrast(color, background)
          #expect(
            contrast >= Self.least(role), "\(theme.name): \(role) as \(color) on \(ground), \(background): \(contrast)")
        }
      }
    }
  }

  @Test(arguments: [(Theme.dark, darkGrounds), (.light, lightGrounds), (.highContrast, [RGB(0x000000)])])
  func `The row that is selected stands out from what is around it`(theme: Theme, through: [RGB]) {
    for behind in through {
      let around = Self.shown(theme.look(of: .plain).background, else: behind)
      let selected = Self.shown(theme.look(of: Style(.plain, on: .selection)).background, else: behind)
      for (one, other) in zip(around, selected) {
        #expect(Self.contrast(one, other) >= 1.1, "\(theme.name): \(one) beside \(other)")
      }
    }
  }

  /// The colours of xterm, VTE and the console of Linux, from 6 on.
  private static let palettes: [[Int: UInt32]] = [
    [6: 0x00CDCD, 7: 0xE5E5E5, 9: 0xFF0000, 10: 0x00FF00, 11: 0xFFFF00, 13: 0xFF00FF, 14: 0x00FFFF],
    [6: 0x06989A, 7: 0xD3D7CF, 9: 0xEF2929, 10: 0x8AE234, 11: 0xFCE94F, 13: 0xAD7FA8, 14: 0x34E2E2],
    [6: 0x00AAAA, 7: 0xAAAAAA, 9: 0xFF5555, 10: 0x55FF55, 11: 0xFFFF55, 13: 0xFF55FF, 14: 0x55FFFF],
  ]

  @Test(arguments: palettes) func `The terminal's own colours can be read on black`(palette: [Int: UInt32]) throws {
    for role in Self.roles {
      for ground in Style.Ground.allCases {
        let look = Theme.terminal.look(of: Style(role, on: ground))
        #expect(look.background == nil)
        guard case .terminal(let number)? = look.color else { continue }
        let color = RGB(try #require(palette[number], "\(role): \(number) is not looked at"))
        #expect(Self.contrast(color, RGB(0x000000)) >= Self.least(role), "\(role)")
      }
    }
  }

  @Test func `Where nobody knows the background, no role is lost on black or on white`() {
    for role in Self.roles {
      guard case .rgb(let color)? = Theme.neutral.look(of: Style(role, on: .selection)).color else { continue }
      for ground in [RGB(0x000000), RGB(0xFFFFFF)] { #expect(Self.contrast(color, ground) >= 2.4, "\(role)") }
    }
  }

  @Test func `Every colour of xterm is nearest to itself`() {
    for number in 16..<256 {
      let color = RGB(xterm256: number)
      #expect(RGB(xterm256: color.nearestXterm256) == color)
    }
    #expect(RGB(0x2BB5D8).nearestXterm256 == 38)
  }

  @Test(
    arguments: [
      ("15;0", Theme.dark), ("0;15", .light), ("15;default;0", .dark), ("0;7", .light), (nil, nil), ("", nil),
      ("15;default", nil), ("1;99", nil),
    ] as [(String?, Theme?)]) func `A terminal may name its background`(value: String?, theme: Theme?)
  {
    #expect(Theme.suiting(colorFGBG: value) == theme)
  }

  @Test(
    arguments: [
      (0x000000, Theme.dark), (0x1E1E1E, .dark), (0x002B36, .dark), (0x44475A, .dark), (0x0000FF, .dark),
      (0xFFFFFF, .light), (0xFDF6E3, .light), (0xEEEEEE, .light), (0xD0D0D0, .light),
    ] as [(UInt32, Theme)]) func `A background has the theme that can be read on it`(background: UInt32, theme: Theme)
  {
    #expect(Theme.suiting(RGB(background)) == theme)
  }

  @Test func `Themes have names of their own`() {
    #expect(Set(Theme.all.map(\.name)).count == Theme.all.count)
  }

  @Test func `A style looks as its role does, on what it stands on`() {
    let (red, blue, grey) = (Theme.Paint.terminal(1), Theme.Paint.terminal(4), Theme.Paint.terminal(8))
    let theme = Theme(
      name: "mine", ground: blue, selection: .init(grey, on: red, .bold),
      looks: [.plain: .init(.terminal(7)), .link: .init(blue, .underline), .media: .init(on: grey)])
    #expect(theme.look(of: .plain) == .init(.terminal(7), on: blue))
    #expect(theme.look(of: Style(.plain, .reverse, on: .selection)) == .init(grey, on: red, [.bold, .reverse]))
    #expect(theme.look(of: Style(.link, .bold)) == .init(blue, on: blue, [.bold, .underline]))
    // What is missing is as it is with text; a role's own background goes before that of the row.
    #expect(theme.look(of: Style(.tag, on: .selection)) == .init(.terminal(7), on: red, .bold))
    #expect(theme.look(of: Style(.media, on: .selection)) == .init(.terminal(7), on: grey, .bold))
  }
}
