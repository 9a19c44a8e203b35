import Domain
import Testing

@Suite struct EscapedControlTests {
  @Test func `Control and directional characters need a placeholder`() {
    for scalar in (0...0x10FFFF).compactMap(Unicode.Scalar.init) {
      let properties = scalar.properties
      let isHarmful =
        switch properties.generalCategory {
        case .control: scalar != "\n" && scalar != "\t"
        case .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
      guard scalar.needsEscaping == isHarmful,
        "é\(scalar)é".escapingControls.unicodeScalars.contains(scalar) != isHarmful
      else {
        Issue.record("\(String(scalar.value, radix: 16))")
        continue
      }
    }
  }

  @Test func `Escaping is reversible`() {
    let harmful = (0...0x3000).compactMap(Unicode.Scalar.init).filter(\.needsEscaping)
    let text = "a“日’" + String(String.UnicodeScalarView(harmful)) + "😀\n\t"
    #expect(text.escapingControls != text)
    #expect(text.escapingControls.unicodeScalars.count == text.unicodeScalars.count)
    #expect(!text.escapingControls.unicodeScalars.contains { $0.needsEscaping })
    #expect(text.escapingControls.escapingControls == text.escapingControls)
    #expect(Array(text.escapingControls.unescapingControls.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test(arguments: [
    "", "plain", "“quoted” – and… so", "مرحبا؟ ؛", "\u{100041}\u{10000A}\u{F1234}", "a\u{2027}\u{2030}\u{2065}",
  ])
  func `Other text is unchanged`(text: String) {
    #expect(text.escapingControls == text)
    #expect(text.unescapingControls == text)
  }

  @Test func `Placeholders are in the private-use plane`() {
    #expect("\u{1B}\u{9B}\u{202E}".escapingControls == "\u{10001B}\u{10009B}\u{10202E}")
  }
}
