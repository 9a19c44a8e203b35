@testable import TerminalKit
import TestSupport
import Testing

@Suite struct ScalarTests {
  init() { UTF8Locale.set() }

  @Test("Standalone scalars are clusters of the standard library", arguments: 0..<0x11)
  func isStandalone(plane: UInt32) {
    let width = CellWidth()
    for scalar in (plane << 16..<(plane + 1) << 16).compactMap(Unicode.Scalar.init) where scalar.isStandalone {
      let joins = "\(scalar)a\(scalar)日\(scalar)가\(scalar)☝\(scalar)".count != 9
      let isMark = !scalar.isControl && width(scalar) == 0
      if joins || isMark || !scalar.isControl && scalar.isInvisibleControl(width: width(scalar)) {
        Issue.record("\(String(scalar.value, radix: 16))")
      }
    }
  }

  @Test("Hangul letters compose as specified by Unicode")
  func composition() {
    for value: UInt32 in 0xAC00...0xD7A3 {
      let index = value - 0xAC00
      let letters = [0x1100 + index / 588, 0x1161 + index % 588 / 28].compactMap(Unicode.Scalar.init)
      var syllable = letters[0].composed(with: letters[1])
      if index % 28 != 0, let final = Unicode.Scalar(0x11A7 + index % 28) { syllable = syllable?.composed(with: final) }
      #expect(syllable?.value == value)
    }
  }

  @Test("Only adjacent letters compose")
  func noComposition() {
    #expect(Unicode.Scalar("a").composed(with: "\u{1161}") == nil)
    #expect(Unicode.Scalar("\u{1100}").composed(with: "\u{11A8}") == nil)
    #expect(Unicode.Scalar("각").composed(with: "\u{11A8}") == nil)
    #expect(Unicode.Scalar("가").composed(with: "\u{11A7}") == nil)
    #expect(Unicode.Scalar("\u{1140}").composed(with: "\u{1161}") == nil)
  }
}
