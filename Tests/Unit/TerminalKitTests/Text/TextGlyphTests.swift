import TerminalKit
import TestSupport
import Testing

/// The normal form of clusters, whose width is undisputed.
@Suite struct TextGlyphTests {
  init() { UTF8Locale.set() }

  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    /// The pieces of each glyph.
    var glyphs: [[String]]
    var width: Int

    init(_ name: String, _ text: String, _ glyphs: [[String]], _ width: Int) {
      self.name = name
      self.text = text
      self.glyphs = glyphs
      self.width = width
    }

    var testDescription: String { name }
  }

  static let cases = [
    Case("nothing", "", [], 0),
    Case("ASCII", "ab c", [["a"], ["b"], [" "], ["c"]], 4),
    Case("ideographs", "日本", [["日"], ["本"]], 4),
    Case("halfwidth kana with its own voicing mark", "ｶﾞｶ", [["ｶ", "ﾞ"], ["ｶ"]], 3),
    Case("a letter and its mark", "e\u{301}x", [["e\u{301}"], ["x"]], 2),
    Case("kana and a combining voicing mark", "か\u{3099}な", [["か\u{3099}"], ["な"]], 4),
    Case(
      "more marks than a cell holds", "e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}x",
      [["e\u{301}\u{302}\u{303}\u{304}"], ["x"]], 2),
    Case("a mark on nothing", "\u{301}x", [["◌\u{301}"], ["x"]], 2),
    Case("a mark after a line feed", "\n\u{301}", [[" "], ["◌\u{301}"]], 2),
    Case("a joined emoji", "👩‍💻", [["👩", "💻"]], 4),
    Case("a family", "👨‍👩‍👧‍👦", [["👨", "👩", "👧", "👦"]], 8),
    Case("a joined emoji with sign and selector", "🏃🏽‍♀️", [["🏃", "♀"]], 3),
    Case("a heart as emoji", "❤️", [["❤"]], 1),
    Case("a watch as text", "⌚︎", [["⌚"]], 2),
    Case("skin tone", "👍🏽👍", [["👍"], ["👍"]], 4),
    Case("skin tone on a narrow hand", "☝🏿", [["☝"]], 1),
    Case("skin tones without emoji", "🏻🏿", [["■", "■"]], 2),
    Case("skin tone on a letter", "a🏽", [["a", "■"]], 2),
    Case("a flag", "🇯🇵", [["[", "J", "P", "]"]], 4),
    Case("flags in a row and half a flag", "🇯🇵🇫🇷🇩", [["[", "J", "P", "]"], ["[", "F", "R", "]"], ["D"]], 9),
    Case("half a flag", "a🇯b", [["a"], ["J"], ["b"]], 3),
    Case("the flag of a region", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", [["🏴"]], 2),
    Case("the flag of pirates", "🏴‍☠️", [["🏴", "☠"]], 3),
    Case("keycaps", "1️⃣#️⃣*⃣", [["1"], ["#"], ["*"]], 3),
    Case("Hangul", "한글", [["한"], ["글"]], 4),
    Case("Hangul letters, two to a syllable", "\u{1100}\u{1161}", [["가"]], 2),
    Case("Hangul letters, three to a syllable", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", [["한"], ["글"]], 4),
    Case("a Hangul syllable and a final letter", "가\u{11A8}", [["각"]], 2),
    Case("a single Hangul vowel", "\u{1161}", [["\u{FFFD}"]], 1),
    Case("old Hangul", "\u{1140}\u{1161}", [["\u{1140}\u{1161}"]], 2),
    Case("a Devanagari conjunct", "क्षि", [["क्", "ष", "ि"]], 3),
    Case("a Devanagari conjunct with a joiner", "क्‍ष", [["क्", "ष"]], 2),
    Case("Thai", "กำ", [["ก", "ำ"]], 2),
    Case("Thai with a tone mark", "ที่", [["ที่"]], 1),
    Case("Arabic with vowels", "مَر", [["مَ"], ["ر"]], 2),
    Case("ZWNJ in Persian", "می‌خ", [["م"], ["ی"], ["خ"]], 3),
    Case("a sign in front of a number", "\u{600}12", [["\u{FFFD}", "1"], ["2"]], 3),
    Case("a trigram, wide since Unicode 16", "☰a", [["\u{FFFD}"], ["a"]], 2),
    Case("a number on a black square", "㉈a", [["\u{FFFD}"], ["a"]], 2),
    Case("a private character", "\u{E000}", [["\u{E000}"]], 1),
  ]

  @Test("Clusters are split into pieces", arguments: cases)
  func glyphs(_ example: Case) {
    let glyphs = TextLayout.glyphs(of: example.text)
    #expect(glyphs.map { $0.pieces.map { Array($0.text.unicodeScalars) } } == scalars(example.glyphs))
    #expect(glyphs.reduce(0) { $0 + $1.width } == example.width)
  }

  @Test("Width and text agree with the glyphs", arguments: cases)
  func agreement(_ example: Case) {
    #expect(TextLayout.width(of: example.text) == example.width)
    let drawn = example.glyphs.joined().joined()
    #expect(Array(TextLayout.truncate(example.text, to: 20).unicodeScalars) == Array(drawn.unicodeScalars))
  }

  // Strings are equal if canonically equivalent, but cells contain scalars.
  private func scalars(_ glyphs: [[String]]) -> [[[Unicode.Scalar]]] {
    glyphs.map { $0.map { Array($0.unicodeScalars) } }
  }
}
