import Foundation
import TerminalKit
import Testing

@Suite struct ThemeTests {
  /// What shows through where a theme has no ground of its own.
  private static let darkGrounds = [RGB(0x000000), RGB(0x1E1E1E), RGB(0x303030)]
  private static let lightGrounds = [RGB(0xFFFFFF), RGB(0xEEEEEE)]

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

  @Test(arguments: [(Theme.dark, darkGrounds), (.light, lightGrounds), (.highContrast, [RGB(0x000000)])])
  func `Every role can be read in 256 colours and in all`(theme: Theme, grounds: [RGB]) {
    for role in Self.roles {
      guard case .rgb(let color)? = theme.paint(of: role) else { continue }
      for shown in [color, RGB(xterm256: color.nearestXterm256)] {
        for ground in grounds {
          let contrast = Self.contrast(shown, ground)
          #expect(contrast >= Self.least(role), "\(theme.name): \(role) as \(shown) on \(ground): \(contrast)")
        }
      }
    }
  }

  /// The colours of xterm, VTE and the console of Linux, from 8 on; and cyan.
  private static let palettes: [[Int: UInt32]] = [
    [6: 0x00CDCD, 9: 0xFF0000, 10: 0x00FF00, 11: 0xFFFF00, 13: 0xFF00FF, 14: 0x00FFFF],
    [6: 0x06989A, 9: 0xEF2929, 10: 0x8AE234, 11: 0xFCE94F, 13: 0xAD7FA8, 14: 0x34E2E2],
    [6: 0x00AAAA, 9: 0xFF5555, 10: 0x55FF55, 11: 0xFFFF55, 13: 0xFF55FF, 14: 0x55FFFF],
  ]

  @Test(arguments: palettes) func `The terminal's own colours can be read on black`(palette: [Int: UInt32]) throws {
    for role in Self.roles {
      guard case .terminal(let number)? = Theme.terminal.paint(of: role) else { continue }
      let color = RGB(try #require(palette[number], "\(role): \(number) is not looked at"))
      #expect(Self.contrast(color, RGB(0x000000)) >= Self.least(role), "\(role)")
    }
  }

  @Test func `Where nobody knows the background, no role is lost on black or on white`() {
    for role in Self.roles {
      guard case .rgb(let color)? = Theme.neutral.paint(of: role) else { continue }
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
      ("15;0", Theme.dark), ("0;15", .light), ("15;default;0", .dark), ("0;7", .light), (nil, .neutral), ("", .neutral),
      ("15;default", .neutral), ("1;99", .neutral),
    ] as [(String?, Theme)]) func `A terminal may name its background`(value: String?, theme: Theme)
  {
    #expect(Theme.automatic(colorFGBG: value) == theme)
  }

  @Test func `Themes have names of their own`() {
    #expect(Set(Theme.all.map(\.name)).count == Theme.all.count)
  }
}
