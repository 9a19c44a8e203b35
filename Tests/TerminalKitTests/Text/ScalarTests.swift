@testable import TerminalKit
import TestSupport
import Testing

@Suite struct ScalarTests {
  init() { UTF8Locale.set() }

  @Test("What stands alone is a cluster to the standard library, beside all that stands alone", arguments: 0..<0x11)
  func standsAlone(plane: UInt32) {
    let width = CellWidth()
    for scalar in (plane << 16..<(plane + 1) << 16).compactMap(Unicode.Scalar.init) where scalar.standsAlone {
      let joins = "\(scalar)a\(scalar)日\(scalar)가\(scalar)☝\(scalar)".count != 9
      let isMark = !scalar.isControl && width(scalar) == 0
      if joins || isMark || !scalar.isControl && scalar.steers(width: width(scalar)) {
        Issue.record("\(String(scalar.value, radix: 16))")
      }
    }
  }

  @Test("Hangul letters make the syllables that Unicode says they make")
  func composition() {
    for value: UInt32 in 0xAC00...0xD7A3 {
      let index = value - 0xAC00
      let letters = [0x1100 + index / 588, 0x1161 + index % 588 / 28].compactMap(Unicode.Scalar.init)
      var syllable = letters[0].composed(with: letters[1])
      if index % 28 != 0, let final = Unicode.Scalar(0x11A7 + index % 28) { syllable = syllable?.composed(with: final) }
      #expect(syllable?.value == value)
    }
  }

  @Test("Only letters that follow each other compose")
  func noComposition() {
    #expect(Unicode.Scalar("a").composed(with: "\u{1161}") == nil)
    #expect(Unicode.Scalar("\u{1100}").composed(with: "\u{11A8}") == nil)
    #expect(Unicode.Scalar("각").composed(with: "\u{11A8}") == nil)
    #expect(Unicode.Scalar("가").composed(with: "\u{11A7}") == nil)
    #expect(Unicode.Scalar("\u{1140}").composed(with: "\u{1161}") == nil)
  }
}
