@testable import TerminalKit
import TestSupport
import Testing

/// Posts must not control the terminal, hide text or reorder it.
@Suite struct TextSanitizingTests {
  init() { UTF8Locale.set() }

  @Test(
    "Plain text is unchanged", arguments: ["", "Hello, world!", "Grüße, здравствуйте", "軌道は\nまだ", "one\n\ntwo\n"])
  func plain(text: String) {
    #expect(TextLayout.sanitized(text) == text)
  }

  @Test("Control characters become replacement characters", arguments: UInt8.min...UInt8.max)
  func controls(value: UInt8) {
    let scalar = Unicode.Scalar(value)
    guard scalar.properties.generalCategory == .control else { return }
    for (before, after) in [("a", "b"), ("日", "本"), ("e\u{301}", "\u{301}"), ("🇯🇵", "👩‍💻")] {
      let shown = TextLayout.sanitized("\(before)\(scalar)\(after)").unicodeScalars
      #expect(!shown.contains { $0.properties.generalCategory == .control && $0 != "\n" })
      let expected: Unicode.Scalar =
        switch scalar {
        case "\t": " "
        case "\n", "\r", "\u{85}": "\n"
        default: "\u{FFFD}"
        }
      #expect(shown.contains(expected))
    }
  }

  @Test(
    "All line ends become line feeds",
    arguments: ["\n", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{2029}"]
  )
  func lineEnds(end: String) {
    #expect(TextLayout.sanitized("a" + end + "b") == "a\nb")
    #expect(TextLayout.sanitized("e\u{301}" + end + "日") == "e\u{301}\n日")
    #expect(TextLayout.sanitized(end + end) == "\n\n")
  }

  @Test("Escape sequences become letters")
  func escapeSequence() {
    #expect(TextLayout.sanitized("\u{1B}]0;mine\u{7}\u{9B}31m") == "\u{FFFD}]0;mine\u{FFFD}\u{FFFD}31m")
  }

  static let unseen: [ClosedRange<UInt32>] = [
    0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F,
    0x202A...0x202E, 0x2060...0x206F, 0x3164...0x3164, 0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0,
    0xFFF9...0xFFFB, 0xE0000...0xE007F, 0xE0100...0xE01EF,
  ]

  @Test("Invisible controls are removed", arguments: unseen)
  func steering(range: ClosedRange<UInt32>) {
    for scalar in range.compactMap(Unicode.Scalar.init) {
      let name = String(scalar.value, radix: 16)
      #expect(TextLayout.sanitized("a\(scalar)b") == "ab", "\(name)")
      #expect(TextLayout.sanitized("日\(scalar)本") == "日本", "\(name)")
      #expect(TextLayout.sanitized("\(scalar)") == "", "\(name)")
    }
  }

  @Test("Escaped control characters are drawn as such")
  func standIns() throws {
    for value: UInt32 in 0..<0x3000 {
      let scalar = try #require(Unicode.Scalar(value))
      let standIn = try #require(Unicode.Scalar(0x10_0000 + value))
      let isHarmful = scalar.properties.isBidiControl || scalar.isControl && scalar != "\n" && scalar != "\t"
      #expect(standIn.unescapedControl == (isHarmful ? scalar : nil))
      guard isHarmful else { continue }
      for (before, after) in [("a", "b"), ("日", "本"), ("e\u{301}", "\u{301}"), ("\r", "\n"), ("", "")] {
        let raw = StyledText("\(before)\(scalar)\(after)")
        let shown = StyledText("\(before)\(standIn)\(after)")
        #expect(TextLayout.sanitized(shown.plain) == TextLayout.sanitized(raw.plain))
        #expect(TextLayout.width(of: shown.plain) == TextLayout.width(of: raw.plain))
        #expect(TextLayout.wrap(shown, width: 5) == TextLayout.wrap(raw, width: 5))
      }
    }
    #expect(TextLayout.sanitized("a\u{10000D}\nb\u{10000D}\u{10000D}c") == "a\nb\n\nc")
  }

  @Test(
    "Unprintable characters become replacement characters",
    arguments: [0x378, 0xFFFF, 0xFDD0, 0x10FFFF] as [UInt32]
  )
  func unprintable(value: UInt32) throws {
    let character = try #require(Unicode.Scalar(value))
    #expect(TextLayout.sanitized("a\(character)b") == "a\u{FFFD}b")
  }

  @Test("A tab becomes a space")
  func tab() {
    #expect(TextLayout.sanitized("a\tb\t日") == "a b 日")
  }

  @Test("A single line contains no line feeds")
  func singleLine() {
    #expect(TextLayout.truncate("a\r\nb\u{2028}日", to: 9) == "a b 日")
    #expect(TextLayout.width(of: "a\nb") == 3)
    #expect(TextLayout.glyphs(of: "a\nb").map(\.width) == [1, 1, 1])
  }
}
