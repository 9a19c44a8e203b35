import TerminalKit
import TestSupport
import Testing

@Suite struct TextWrapScriptsTests {
  typealias Case = TextWrapTests.Case

  init() { UTF8Locale.set() }

  static let cases = [
    Case("Japanese", "軌道はまだ計算の途中です", 10, ["軌道はまだ", "計算の途中", "です"]),
    Case("an ideographic full stop", "途中です。でも", 8, ["途中で", "す。でも"]),
    Case("a row of closing marks", "「そうですか？」と", 12, ["「そうです", "か？」と"]),
    Case("an opening bracket at the edge", "彼は「はい」と", 6, ["彼は", "「は", "い」と"]),
    Case("small kana", "がっこう", 2, ["が", "っ", "こ", "う"]),
    Case("small kana that fits", "がっこうへ", 4, ["がっ", "こう", "へ"]),
    Case("a long vowel", "コーヒー", 4, ["コー", "ヒー"]),
    Case("a repetition mark", "我々は", 4, ["我々", "は"]),
    Case("an ideographic space", "　字下げ　あり", 8, ["　字下げ", "あり"]),
    Case("Latin within Japanese", "これはSwift言語です", 8, ["これは", "Swift言", "語です"]),
    Case("a Japanese tag", "今日は#日本語", 8, ["今日は", "#日本語"]),
    Case("halfwidth kana", "ｶﾞｯｺｳﾃﾞｽ｡", 4, ["ｶﾞｯｺ", "ｳﾃﾞ", "ｽ｡"]),
    Case("Chinese quotation marks", "他说“你好”。", 6, ["他说", "“你", "好”。"]),
    Case("Korean", "한국어 문장입니다", 8, ["한국어", "문장입니", "다"]),
    Case("Korean letters", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", 2, ["한", "글"]),
    Case("Arabic", "مرحبا بالعالم، كيف", 10, ["مرحبا", "بالعالم،", "كيف"]),
    Case("Hebrew", "שלום עולם", 5, ["שלום", "עולם"]),
    Case("Hindi", "नमस्ते दुनिया", 8, ["नमस्ते", "दुनिया"]),
    Case("Thai too long for a line", "ที่นี่ที่นี่", 3, ["ที่นี่ที่", "นี่"]),
    Case("Tibetan", "བོད་སྐད་ཡིག", 4, ["བོད་", "སྐད་", "ཡིག"]),
    Case("a number of full width", "全１２３，４５６円", 8, ["全", "１２３，", "４５６円"]),
    Case("a small kana after a space", "やば っす", 6, ["や", "ば っ", "す"]),
    Case("a bracket and a space", "一二（ 三四", 8, ["一二", "（ 三四"]),
    Case("stacked marks", "e\u{301}\u{302}\u{303}\u{304}\u{305} e", 1, ["e\u{301}\u{302}\u{303}\u{304}", "e"]),
    Case("emoji", "👩‍💻👩‍💻 👩‍💻", 5, ["👩💻", "👩💻", "👩💻"]),
    Case("emoji after a word", "hi🎉🎉!", 4, ["hi🎉", "🎉!"]),
    Case("flags", "🇯🇵🇫🇷", 5, ["[JP]", "[FR]"]),
    Case("a flag wider than the line", "🇯🇵", 3, ["[JP", "]"]),
    Case("a family wider than the line", "👨‍👩‍👧", 5, ["👨👩", "👧"]),
    Case("wide characters in one cell", "a日本", 1, ["a", "\u{FFFD}", "\u{FFFD}"]),
    Case("emoji in one cell", "👩‍💻b", 1, ["\u{FFFD}", "\u{FFFD}", "b"]),
    Case("Hangul letters in one cell", "\u{1100}\u{1161}", 1, ["\u{FFFD}"]),
    Case("wide characters in two cells", "a日本", 2, ["a", "日", "本"]),
    Case("wide characters in three cells", "a日本", 3, ["a日", "本"]),
  ]

  @Test("Text of each script is wrapped correctly", arguments: cases)
  func wrap(_ example: Case) {
    let lines = TextLayout.wrap(StyledText(example.text), width: example.width)
    #expect(lines.map(\.plain) == example.lines)
  }
}
