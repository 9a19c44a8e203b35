import TerminalKit
import Testing

@testable import NcursesKit

/// What a terminal says of pixels, and what it is asked.
@Suite("Pixels of a terminal")
struct GraphicsSupportTests {
  private static let cell = Size(width: 9, height: 18)
  private static let end = TerminalResponse.end

  private func support(_ variables: [String: String] = ["TERM": "xterm-256color"], cell: Size? = cell)
    -> GraphicsSupport
  {
    var support = GraphicsSupport { variables[$0] }
    support.cellsDidChange(cell)
    return support
  }

  @Test("are kitty's where it says OK; whoever says nothing, or no, has characters")
  func kitty() {
    var support = support()
    #expect(support.nextQuestion(.auto) == TerminalResponse.kittyQuestion + Self.end)
    #expect(support.graphics(.auto) == nil)
    support.take(.kitty(isTaken: true))
    support.take(.attributes(hasSixel: false))
    #expect(support.graphics(.auto) == .kitty && support.cell(of: Size(width: 80, height: 24)) == Self.cell)
    #expect(support.nextQuestion(.auto) == nil)
    support.take(.kitty(isTaken: false))
    #expect(support.graphics(.auto) == nil)
  }

  @Test("are sixels where it has them, once it has said how many colours these have, or that it does not say")
  func sixel() {
    for (answer, colors) in [(nil, 256), (64, 64), (1_024, 256), (4, nil)] as [(Int?, Int?)] {
      var support = support()
      _ = support.nextQuestion(.auto)
      support.take(.attributes(hasSixel: true))
      #expect(support.graphics(.auto) == nil)
      #expect(support.nextQuestion(.auto) == TerminalResponse.colorQuestion + Self.end)
      if let answer { support.take(.sixelColors(answer)) }
      support.take(.attributes(hasSixel: true))
      #expect(support.graphics(.auto) == colors.map { .sixel(colors: $0) })
      #expect(support.nextQuestion(.auto) == nil)
    }
  }

  @Test(
    "are not asked about by kitty's protocol where another program stands between",
    arguments: [
      ["TERM": "tmux-256color"], ["TERM": "screen"], ["TERM": "xterm", "TMUX": "/tmp/x"],
      ["TERM": "xterm", "STY": "1"],
    ])
  func multiplexed(variables: [String: String]) {
    var support = support(variables)
    #expect(support.nextQuestion(.auto) == Self.end)
    support.take(.attributes(hasSixel: true))
    #expect(support.nextQuestion(.auto) == TerminalResponse.colorQuestion + Self.end)
    support.take(.attributes(hasSixel: true))
    #expect(support.graphics(.auto) == .sixel(colors: 256))
  }

  @Test("have a size that the system knows, or the terminal says; what cannot be is none")
  func cells() {
    let screen = Size(width: 80, height: 24)
    var support = support(cell: nil)
    #expect(support.nextQuestion(.kitty) == TerminalResponse.cellQuestion + Self.end)
    #expect(support.cell(of: screen) == nil)
    support.take(.area(Size(width: 800, height: 480)))
    #expect(support.cell(of: screen) == Size(width: 10, height: 20))
    support.take(.cell(Size(width: 9, height: 19)))
    #expect(support.cell(of: screen) == Size(width: 9, height: 19))
    support.take(.cell(Size(width: 9, height: 1_000)))
    #expect(support.cell(of: screen) == nil)
    // It is asked anew where it may be another one.
    #expect(support.nextQuestion(.kitty) == nil)
    support.cellsDidChange(nil)
    #expect(support.nextQuestion(.kitty) == TerminalResponse.cellQuestion + Self.end)
    support.cellsDidChange(Self.cell)
    #expect(support.cell(of: screen) == Self.cell)
  }

  @Test("are what a person says that they are")
  func forms() {
    var support = support()
    #expect(support.nextQuestion(.symbols) == nil && support.nextQuestion(.kitty) == nil)
    #expect(support.graphics(.kitty) == .kitty && support.graphics(.sixel) == .sixel(colors: 256))
    #expect(support.nextQuestion(.sixel) == TerminalResponse.colorQuestion + Self.end)
    support.take(.kitty(isTaken: true))
    #expect(support.graphics(.symbols) == nil)
  }
}
