import TestSupport
import Testing

@testable import TerminalKit

@Suite struct EditedTextTests {
  init() { UTF8Locale.set() }

  /// The text with its cursor, and the selection between bars: `a‸b`, `|a‸`.
  private func shown(_ text: EditedText) -> String {
    (0...text.end).map { place in
      let sign = place == text.cursor ? "‸" : place == text.mark && text.selection != nil ? "|" : ""
      return sign + (place < text.end ? text.string(place..<place + 1) : "")
    }.joined()
  }

  /// Text with the cursor at `‸`.
  private func text(_ shown: String) -> EditedText {
    let parts = shown.split(separator: "‸", omittingEmptySubsequences: false).map(String.init)
    var text = EditedText(parts.joined())
    text.move(to: text.position(atByte: parts[0].utf8.count))
    return text
  }

  @Test(
    arguments: [
      (.word, .forward, "‸one, two", "one‸, two"), (.word, .forward, "one‸, two", "one, two‸"),
      (.word, .backward, "one, two‸", "one, ‸two"), (.word, .backward, "one, ‸two", "‸one, two"),
      (.word, .forward, "‸ ", " ‸"), (.word, .forward, "‸e\u{301}te\u{301} x", "e\u{301}te\u{301}‸ x"),
      (.word, .forward, "‸軌道はまだ計算", "軌道‸はまだ計算"), (.word, .forward, "軌道‸はまだ計算", "軌道はまだ‸計算"),
      (.word, .backward, "コーヒー‸を", "‸コーヒーを"), (.word, .forward, "‸नमस्ते दुनिया", "नमस्ते‸ दुनिया"),
      (.word, .forward, "‸👩‍🚀🎉 x", "👩‍🚀🎉‸ x"), (.word, .forward, "one\n‸\ntwo", "one\n\ntwo‸"),
      (.blankWord, .backward, "see a.b/c‸", "see ‸a.b/c"), (.blankWord, .forward, "‸ a.b/c d", " a.b/c‸ d"),
      (.sentence, .forward, "‸One two. Three.", "One two.‸ Three."),
      (.sentence, .forward, "One.‸ Three.", "One. Three.‸"),
      (.sentence, .forward, "‸It is 2.5 m (a.b.)\nx", "It is 2.5 m (a.b.)‸\nx"),
      (.sentence, .forward, "‸“Is it?” he said.", "“Is it?”‸ he said."), (.sentence, .forward, "‸はい。いいえ。", "はい。‸いいえ。"),
      (.sentence, .backward, "One. Two‸", "One. ‸Two"), (.sentence, .backward, "One. ‸Two", "‸One. Two"),
      (.sentence, .backward, "a\nb c‸", "a\n‸b c"), (.sentence, .backward, "はい。いいえ‸", "はい。‸いいえ"),
      (.paragraph, .forward, "a‸b\nc", "ab‸\nc"), (.paragraph, .backward, "a\nb‸c", "a\n‸bc"),
      (.text, .forward, "a‸b\nc", "ab\nc‸"), (.text, .backward, "a\nb‸c", "‸a\nbc"),
      (.character, .forward, "a‸👨‍👩‍👧b", "a👨‍👩‍👧‸b"), (.character, .backward, "🇫🇷🇯🇵‸", "🇫🇷‸🇯🇵"),
      (.character, .backward, "‸", "‸"), (.character, .forward, "‸", "‸"),
    ] as [(TextUnit, TextDirection, String, String)])
  func `Movements go to the next unit`(
    unit: TextUnit, direction: TextDirection, before: String, after: String
  ) {
    var text = text(before)
    text.move(unit, direction)
    #expect(shown(text) == after)
  }

  @Test func `Typing replaces the selection`() {
    var text = text("one ‸two")
    text.move(.word, .forward, selects: true)
    #expect(shown(text) == "one |two‸" && text.selectedText == "two")
    text.move(.character, .backward)
    #expect(shown(text) == "one ‸two")
    text.setMark()
    text.move(.text, .backward)
    #expect(shown(text) == "‸one |two")
    text.type("軌")
    #expect(shown(text) == "軌‸two" && text.selection == nil)
    text.undo()
    #expect(shown(text) == "‸one |two")
    text.deselect()
    text.move(.character, .forward)
    #expect(shown(text) == "o‸ne two")
  }

  @Test func `A typed word is undone at once, and a movement starts a new step`() {
    var text = EditedText()
    for character in "one two" { text.type(String(character)) }
    text.move(.character, .backward)
    text.type("x")
    text.undo()
    #expect(shown(text) == "one tw‸o")
    text.undo()
    #expect(shown(text) == "one ‸")
    text.redo()
    #expect(shown(text) == "one two‸")
    text.undo()
    text.undo()
    #expect(shown(text) == "‸" && !text.canUndo)
    text.undo()
    text.redo()
    text.type("!")
    #expect(shown(text) == "one !‸" && !text.canRedo)
  }

  @Test func `Deletions are undone by words`() {
    var text = EditedText("one two")
    for _ in 0..<7 { text.delete(.character, .backward) }
    text.undo()
    #expect(shown(text) == "one ‸")
    text.undo()
    #expect(shown(text) == "one two‸")
    text.move(to: 0)
    for _ in 0..<7 { text.delete(.character, .forward) }
    text.undo()
    #expect(shown(text) == "‸two")
    text.undo()
    #expect(shown(text) == "‸one two")
  }

  @Test func `Long text without spaces is undone in several steps`() {
    var text = EditedText()
    for _ in 0..<100 { text.type("軌") }
    text.undo()
    #expect(text.end > 50 && text.end < 100)
  }

  @Test func `Consecutive cuts are pasted together`() {
    var text = text("one‸ two three\nfour")
    text.kill(.word, .forward)
    text.kill(.word, .forward)
    text.kill(.blankWord, .backward)
    #expect(shown(text) == "‸\nfour")
    text.kill(.paragraph, .forward)
    #expect(shown(text) == "‸four")
    text.yank()
    #expect(shown(text) == "one two three\n‸four")
    text.kill(.paragraph, .forward)
    text.yank()
    #expect(shown(text) == "one two three\nfour‸")
    text.undo()
    text.undo()
    #expect(shown(text) == "one two three\n‸four")
  }

  @Test func `The selection is cut and copied`() {
    var text = text("one ‸two")
    text.move(.text, .forward, selects: true)
    text.copy()
    #expect(shown(text) == "one two‸")
    text.yank()
    #expect(shown(text) == "one twotwo‸")
    text.select(0..<4)
    text.kill(.word, .backward)
    text.select(0..<text.end)
    text.yank()
    #expect(shown(text) == "one ‸")
  }

  @Test(
    arguments: [
      ("a\r\nb\rc\u{2028}d", "a\nb\nc\nd"), ("\u{1B}[31mred\u{7}\u{9B}", "[31mred"), ("a\tb", "a\tb"),
      ("\u{10001B}x\u{10202E}", "x\u{202E}"), ("e\u{301}👩‍🚀", "e\u{301}👩‍🚀"), ("\u{0}\u{7F}", ""),
    ])
  func `Pasted text is sanitized`(pasted: String, kept: String) {
    var text = EditedText()
    text.paste(pasted)
    #expect(Array(text.text.utf8) == Array(kept.utf8))
    var line = EditedText(keepsLines: false)
    line.paste(pasted)
    line.type("\n")
    #expect(line.text == kept.replacing("\n", with: " ") + " ")
  }

  @Test func `Pasted text is limited without cutting clusters`() {
    var text = EditedText()
    let piece = "e\u{301}\u{302}"
    text.paste(String(repeating: piece, count: EditedText.maxLength / 4))
    #expect(text.text.utf8.count <= EditedText.maxLength && text.text.utf8.count > EditedText.maxLength - 6)
    #expect(text.text.hasSuffix(piece))
    text.type("xxxxxx")
    #expect(text.text.utf8.count <= EditedText.maxLength)
  }

  @Test func `Replacing a range moves the cursor after it`() {
    var text = text("hi @gr‸ there")
    text.replace(3..<6, with: "@grace@demo")
    #expect(shown(text) == "hi @grace@demo‸ there")
    text.undo()
    #expect(shown(text) == "hi @gr‸ there")
    text.replace(-4..<400, with: "")
    #expect(text.isEmpty)
  }

  @Test(
    arguments: [
      ("one ‸two", "one 2 two", "one ‸2 two"), ("one two‸", "two", "two‸"), ("‸a", "", "‸"), ("軌‸道", "軍道", "軍‸道"),
      ("a‸b", "ab", "a‸b"), ("e‸", "e\u{301}", "e\u{301}‸"), ("日‸本", "日本", "日‸本"), ("aa‸", "aaa", "aaa‸"),
    ])
  func `Replacing all text keeps the cursor in unchanged parts`(before: String, new: String, after: String) {
    var text = text(before)
    text.replaceAll(with: new)
    #expect(shown(text) == after)
    #expect(Array(text.text.utf8) == Array(new.utf8))
    text.undo()
    #expect(text.text == before.replacing("‸", with: ""))
  }

  @Test func `Positions are found by byte offset`() {
    let text = EditedText("a軌e\u{301}b")
    #expect((0...8).map { text.position(atByte: $0) } == [0, 1, 2, 2, 2, 3, 3, 3, 4])
    #expect((0...4).map { text.byte(at: $0) } == [0, 1, 4, 7, 8])
    #expect(text.position(atByte: 99) == 4 && text.position(atByte: -1) == 0 && text.byte(at: 99) == 8)
  }
}
