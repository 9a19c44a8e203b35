import TestSupport
import Testing

@testable import TerminalKit

@Suite("Editor lines")
struct EditorLayoutTests {
  init() { UTF8Locale.set() }

  private static let widths = [1, 2, 3, 4, 5, 8, 13, 21, 80]

  @Test("equal those of a post", arguments: 0..<30)
  func equalsPost(seed: UInt64) {
    var random = RandomText(seed: seed)
    for width in Self.widths {
      let text = EditedText(random.text())
      let layout = EditorLayout(text.clusters, width: width)
      let lines = TextLayout.wrap(StyledText(text.text), width: width).map(\.plain)
      #expect(layout.drawn == (lines.isEmpty ? [""] : lines), "\(width)")
      #expect(text.clusters.count == text.text.count)
    }
  }

  @Test("are updated correctly after changes", arguments: 0..<20)
  func changes(seed: UInt64) {
    var random = RandomText(seed: seed)
    var generator = SeededGenerator(seed: seed)
    var text = EditedText(random.text())
    #expect(text.takeChange()?.count == text.end && text.takeChange() == nil)
    var layout = EditorLayout(text.clusters, width: 12)
    for step in 0..<100 {
      let bounds = [0, 1].map { _ in Int.random(in: 0...text.end, using: &generator) }.sorted()
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: text.replace(bounds[0]..<bounds[1], with: random.text())
      case 1: text.undo()
      case 2: text.delete(.word, .backward)
      default:
        text.move(to: bounds[0])
        text.type(["a", " ", "\n", "軌", "\u{301}", "\u{200D}", "-", "🇫"].randomElement(using: &generator) ?? "a")
      }
      // Several changes may happen between two updates.
      if step.isMultiple(of: 3) { continue }
      if let change = text.takeChange() { layout.update(text.clusters, change) }
      let width = step.isMultiple(of: 10) ? Self.widths.randomElement(using: &generator) ?? 12 : layout.width
      layout.setWidth(width, of: text.clusters)
      let fresh = EditorLayout(text.clusters, width: width)
      #expect(layout.lines == fresh.lines && layout.unitEnds == fresh.unitEnds && layout.drawn == fresh.drawn)
    }
  }

  @Test("convert positions to cells and back", arguments: 0..<30)
  func places(seed: UInt64) {
    var random = RandomText(seed: seed)
    for width in Self.widths {
      let text = EditedText(random.text())
      let layout = EditorLayout(text.clusters, width: width)
      var all: [Int] = []
      for line in layout.lines.indices {
        let places = layout.positions(in: line)
        all += places
        for place in places {
          let spot = EditorLayout.CaretPosition(position: place)
          #expect(layout.line(of: spot) == line)
          let column = layout.column(of: spot, in: line)
          #expect(0...width ~= column)
          let found = layout.caretPosition(in: line, column: column)
          // Invisible characters, and spaces beyond the edge, share a cell.
          #expect(layout.column(of: found, in: line) == column && found.position >= place)
        }
        let end = layout.end(of: line)
        if !places.isEmpty { #expect(layout.line(of: end) == line) }
      }
      #expect(all == Array(0...text.end))
    }
  }

  @Test("keep linked addresses together")
  func addresses() {
    let address = "https://ja.example/軌道計算"
    let text = EditedText("見て、\(address) です")
    var layout = EditorLayout(text.clusters, width: 24)
    let plain = layout.drawn
    layout.setAddresses([3..<3 + address.count])
    let read = TextLayout.wrap(
      StyledText([.init("見て、"), .init(address, .link), .init(" です")]), width: 24)
    #expect(layout.drawn == read.map(\.plain) && layout.drawn != plain)
    layout.setAddresses([])
    #expect(layout.drawn == plain)
    layout.setAddresses([-3..<4_000].map { max(0, $0.lowerBound)..<$0.upperBound })
    #expect(layout.lines.count > 1)
  }
}

extension EditorLayout {
  /// The text of each line.
  fileprivate var drawn: [String] { lines.map { content.string($0.drawn) } }
}
