import TerminalKit
import TestSupport
import Testing

/// Properties of arbitrary text, tested with random ones.
@Suite struct TextPropertyTests {
  init() { UTF8Locale.set() }

  @Test("Sanitizing is safe and idempotent", arguments: 0..<40)
  func sanitizing(seed: UInt64) {
    var random = RandomText(seed: seed)
    for _ in 0..<50 {
      let text = random.text()
      let shown = TextLayout.sanitized(text)
      #expect(!shown.unicodeScalars.contains(where: isHarmful), "\(escaped(text))")
      #expect(Array(TextLayout.sanitized(shown).utf8) == Array(shown.utf8), "\(escaped(text))")
    }
  }

  @Test("Glyphs, widths and truncation agree", arguments: 0..<40)
  func agreement(seed: UInt64) {
    var random = RandomText(seed: seed)
    for _ in 0..<50 {
      let text = random.text()
      let glyphs = TextLayout.glyphs(of: text)
      let cells = glyphs.reduce(0) { $0 + $1.width }
      #expect(TextLayout.width(of: text) == cells, "\(escaped(text))")
      #expect(glyphs.flatMap(\.pieces).allSatisfy { (1...2).contains($0.width) && $0.text.unicodeScalars.count <= 5 })
      for width in [1, 2, 3, cells - 1, cells, cells + 1] {
        let cut = TextLayout.truncate(text, to: width)
        #expect(TextLayout.width(of: cut) <= max(0, width), "\(width) \(escaped(text))")
        #expect(TextLayout.width(of: TextLayout.pad(text, to: width)) == max(0, width), "\(width) \(escaped(text))")
        #expect(cut.unicodeScalars.last == "…" || width <= 0 || cells <= width, "\(width) \(escaped(text))")
      }
    }
  }

  @Test("No line is too wide, and only spaces are lost", arguments: 0..<40)
  func wrap(seed: UInt64) {
    var random = RandomText(seed: seed)
    for width in [1, 2, 3, 4, 5, 8, 13, 21, 80, 1_000] {
      let spans = (0..<3).map { StyledText.Span(random.text(), $0 == 1 ? .link : .plain) }
      let lines = TextLayout.wrap(StyledText(spans), width: width)
      for line in lines {
        #expect(line.spans.reduce(0) { $0 + TextLayout.width(of: $1.text) } <= width, "\(escaped(line.plain))")
        #expect(!line.plain.unicodeScalars.contains { isHarmful($0) || $0 == "\n" })
      }
      guard width > 1 else { continue }
      let shown = lines.flatMap(\.spans).map(\.text)
      #expect(visible(shown) == visible(spans.map { TextLayout.sanitized($0.text) }), "\(width)")
    }
  }

  @Test("Spans keep their styles across lines", arguments: 0..<20)
  func styles(seed: UInt64) {
    var random = RandomText(seed: seed)
    let spans = [StyledText.Span(random.text()), StyledText.Span(random.text(), .link)]
    let shown = TextLayout.wrap(StyledText(spans), width: 7).flatMap(\.spans)
    for style in [Style.plain, .link] {
      let before = spans.filter { $0.style == style }.map { TextLayout.sanitized($0.text) }
      #expect(visible(shown.filter { $0.style == style }.map(\.text)) == visible(before))
    }
  }
}

extension TextPropertyTests {
  private func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: scalar != "\n"
    case .lineSeparator, .paragraphSeparator, .unassigned: true
    default: scalar.properties.isBidiControl || scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// All scalars except spaces, across strings, whose clusters could merge.
  private func visible(_ texts: [String]) -> [Unicode.Scalar] {
    texts.flatMap(\.unicodeScalars).filter { !$0.properties.isWhitespace }
  }

  private func escaped(_ text: String) -> String {
    text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }
}
