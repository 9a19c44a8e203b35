import TerminalKit
import Testing

@testable import NcursesKit

/// Graphics capabilities and queries of terminals.
@Suite("Graphics support")
struct GraphicsSupportTests {
  private static let cell = Size(width: 9, height: 18)
  private static let end = TerminalResponse.attributesQuery

  private func support(_ variables: [String: String] = ["TERM": "xterm-256color"], cell: Size? = cell)
    -> GraphicsSupport
  {
    var support = GraphicsSupport { variables[$0] }
    support.cellsDidChange(cell)
    return support
  }

  @Test("Kitty graphics need a positive response")
  func kitty() {
    var support = support()
    #expect(support.nextQuery(.auto) == TerminalResponse.kittyQuery + Self.end)
    #expect(support.graphics(.auto) == nil)
    support.apply(.kitty(isSupported: true))
    support.apply(.attributes(hasSixel: false))
    #expect(support.graphics(.auto) == .kitty && support.cell(of: Size(width: 80, height: 24)) == Self.cell)
    #expect(support.nextQuery(.auto) == nil)
    support.apply(.kitty(isSupported: false))
    #expect(support.graphics(.auto) == nil)
  }

  @Test("Sixels need the attribute and the number of colours")
  func sixel() {
    for (answer, colors) in [(nil, 256), (64, 64), (1_024, 256), (4, nil)] as [(Int?, Int?)] {
      var support = support()
      _ = support.nextQuery(.auto)
      support.apply(.attributes(hasSixel: true))
      #expect(support.graphics(.auto) == nil)
      #expect(support.nextQuery(.auto) == TerminalResponse.colorQuery + Self.end)
      if let answer { support.apply(.sixelColors(answer)) }
      support.apply(.attributes(hasSixel: true))
      #expect(support.graphics(.auto) == colors.map { .sixel(colors: $0) })
      #expect(support.nextQuery(.auto) == nil)
    }
  }

  @Test(
    "Multiplexers are not queried for kitty graphics",
    arguments: [
      ["TERM": "tmux-256color"], ["TERM": "screen"], ["TERM": "xterm", "TMUX": "/tmp/x"],
      ["TERM": "xterm", "STY": "1"],
    ])
  func multiplexed(variables: [String: String]) {
    var support = support(variables)
    #expect(support.nextQuery(.auto) == Self.end)
    support.apply(.attributes(hasSixel: true))
    #expect(support.nextQuery(.auto) == TerminalResponse.colorQuery + Self.end)
    support.apply(.attributes(hasSixel: true))
    #expect(support.graphics(.auto) == .sixel(colors: 256))
  }

  @Test("The cell size comes from the system or the terminal, if plausible")
  func cells() {
    let screen = Size(width: 80, height: 24)
    var support = support(cell: nil)
    #expect(support.nextQuery(.kitty) == TerminalResponse.cellQuery + Self.end)
    #expect(support.cell(of: screen) == nil)
    support.apply(.area(Size(width: 800, height: 480)))
    #expect(support.cell(of: screen) == Size(width: 10, height: 20))
    support.apply(.cell(Size(width: 9, height: 19)))
    #expect(support.cell(of: screen) == Size(width: 9, height: 19))
    support.apply(.cell(Size(width: 9, height: 1_000)))
    #expect(support.cell(of: screen) == nil)
    // Queried again after it may have changed.
    #expect(support.nextQuery(.kitty) == nil)
    support.cellsDidChange(nil)
    #expect(support.nextQuery(.kitty) == TerminalResponse.cellQuery + Self.end)
    support.cellsDidChange(Self.cell)
    #expect(support.cell(of: screen) == Self.cell)
  }

  @Test("The setting overrides detection")
  func forms() {
    var support = support()
    #expect(support.nextQuery(.symbols) == nil && support.nextQuery(.kitty) == nil)
    #expect(support.graphics(.kitty) == .kitty && support.graphics(.sixel) == .sixel(colors: 256))
    #expect(support.nextQuery(.sixel) == TerminalResponse.colorQuery + Self.end)
    support.apply(.kitty(isSupported: true))
    #expect(support.graphics(.symbols) == nil)
  }
}
