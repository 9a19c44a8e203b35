import TerminalKit
import TestSupport
import Testing

@Suite struct TextTruncateTests {
  init() { UTF8Locale.set() }

  @Test(
    "Text is truncated between glyphs",
    arguments: [
      ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 1, "…"), ("hello", 0, ""), ("hello", -1, ""), ("", 3, ""),
      ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 2, "…"), ("日", 1, "…"),
      ("a日", 2, "a…"), ("👩‍💻x", 5, "👩💻x"), ("👩‍💻x", 4, "…"), ("🇯🇵🇯🇵", 7, "[JP]…"), ("🇯🇵", 4, "[JP]"), ("🇯🇵", 3, "…"),
      ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("e\u{301}e\u{301}", 2, "e\u{301}e\u{301}"),
      ("a\u{200B}b\u{FEFF}", 2, "ab"),
    ]
  )
  func truncate(text: String, width: Int, expected: String) {
    #expect(TextLayout.truncate(text, to: width) == expected)
    #expect(TextLayout.width(of: expected) <= max(0, width))
  }

  @Test(
    "Text is padded to its width",
    arguments: [
      ("ab", 4, "ab  "), ("abcde", 4, "abc…"), ("日本", 5, "日本 "), ("日本語", 4, "日… "), ("", 2, "  "), ("a", 0, ""),
      ("a", -3, ""),
    ]
  )
  func pad(text: String, width: Int, expected: String) {
    #expect(TextLayout.pad(text, to: width) == expected)
    #expect(TextLayout.width(of: expected) == max(0, width))
  }

  @Test("Long text is truncated like short text")
  func long() {
    let text = String(repeating: "軌道 orbit ", count: 1_000)
    #expect(TextLayout.truncate(text, to: 16) == "軌道 orbit 軌道…")
  }
}
