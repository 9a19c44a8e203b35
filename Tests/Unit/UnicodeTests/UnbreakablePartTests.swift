import TerminalKit
import TestSupport
import Testing

/// Numbers and addresses are not broken if they fit into a line.
@Suite struct UnbreakablePartTests {
  init() { UTF8Locale.set() }

  static let parts = [
    "1,234.56", "1.234,56", "1\u{A0}234\u{A0}567", "12:30", "12:30:59.5", "2026-11-20", "20.11.2026",
    "50%", "50\u{202F}%", "20‰", "$20", "€20", "20€", "£1,000", "−5", "+49-30-1234", "1/2", "20°C", "№5",
    "2019–2026", "10-12", "１２３", "￥1,200", "５０％", "1e-5", "0x7F", "٣٫١٤", "१२३",
    "https://timeline.example/@ada/109501?page=2&q=a-b#top", "https://timeline.example/a(b)/c,d;e!f",
    "http://timeline.example:8080/a-b/", "timeline-one.example/a-b", "www.timeline.example",
    "https://timeline.example/a%20b_c~d-e", "mailto:ada-l@timeline.example", "@ada-l@timeline.example",
  ]

  @Test(arguments: parts) func `No line breaks inside of a part that fits`(part: String) {
    let cells = TextLayout.width(of: part)
    for (before, after) in [("", ""), ("It takes ", " or more"), ("これは", "です"), ("軌道は ", " です"), ("🎉", "🎉")] {
      for width in cells...max(cells, 80) {
        let lines = TextLayout.wrap(StyledText(before + part + after), width: width).map(\.plain)
        #expect(lines.contains { $0.contains(part) }, "\(width): \(lines)")
      }
    }
    for (before, after) in [("It takes (", "), or more"), ("see ", "!"), ("これは「", "」です。"), ("“", "”")] {
      let lines = TextLayout.wrap(StyledText(before + part + after), width: cells + 4).map(\.plain)
      #expect(lines.contains { $0.contains(part) }, "\(lines)")
    }
  }
}
