import TerminalKit
import TestSupport
import Testing

@MainActor @Suite struct TextFieldTests {
  private let field = TextField(text: "one two")

  init() { UTF8Locale.set() }

  @Test func `Printable keys are text`() {
    for character in " ?q軌" { #expect(field.handle(.character(character))) }
    #expect(field.text == "one two ?q軌")
  }

  @Test(arguments: [Key.backspace, .delete, .control("h")])
  func `The last character is taken back, and an empty field stays as it is`(key: Key) {
    #expect(field.handle(key))
    #expect(field.text == "one tw")
    for _ in 0..<9 { #expect(field.handle(key)) }
    #expect(field.text.isEmpty)
  }

  @Test func `A cluster is taken back whole`() {
    let field = TextField(text: "a👩‍🚀")
    _ = field.handle(.backspace)
    #expect(field.text == "a")
  }

  @Test func `The last word is taken back with the space behind it`() {
    let field = TextField(text: "one two  ")
    #expect(field.handle(.control("w")))
    #expect(field.text == "one ")
    #expect(field.handle(.control("w")))
    #expect(field.text.isEmpty)
  }

  @Test func `All is taken back at once`() {
    #expect(field.handle(.control("u")))
    #expect(field.text.isEmpty)
  }

  @Test(
    arguments: [
      .enter, .escape, .tab, .backTab, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .function(1),
      .control("c"), .control("l"), .control("z"), .control("n"),
    ] as [Key])
  func `Every other key is left to the screen`(key: Key) {
    #expect(!field.handle(key))
    #expect(field.text == "one two")
  }

  @Test(
    arguments: [
      (" three", " three"), ("", ""), ("a\nb", "a b"), ("a\r\nb\rc", "a b c"), ("a\n\nb", "a  b"),
      ("a\u{2028}b", "a b"),
      ("a\n", "a"), ("a\r\n\n", "a"), ("\n", ""), ("\na", " a"), ("a\tb", "a b"), ("軌道e\u{301}👩‍🚀", "軌道e\u{301}👩‍🚀"),
      ("a\u{0}\u{1B}[31mb\u{7F}\u{9B}c", "a[31mbc"), ("\u{3}Gq", "Gq"),
    ])
  func `What is pasted is text on one line, without control characters`(pasted: String, added: String) {
    field.paste(pasted)
    #expect(field.text == "one two" + added)
  }

  @Test(arguments: ["a", "軌", "e\u{301}", "a" + String(repeating: "\u{301}", count: 500)])
  func `However much is pasted, the field stays small and nothing is cut through`(piece: String) {
    for _ in 0..<3 { field.paste(String(repeating: piece, count: 5_000)) }
    #expect(field.text.unicodeScalars.count <= TextField.maxPastedLength)
    #expect(field.text.unicodeScalars.count > TextField.maxPastedLength - piece.unicodeScalars.count)
    #expect(field.text.hasPrefix("one two" + piece) && field.text.hasSuffix(piece))
  }

  @Test func `The cursor stands behind the text where the field has the focus`() {
    var canvas = Canvas(size: Size(width: 12, height: 1))
    field.draw(on: &canvas, row: 0, column: 2, width: 10, isFocused: true)
    #expect(canvas.rows == ["  one two   "])
    #expect(canvas.cursor == Point(row: 0, column: 9))
    canvas.cursor = nil
    field.draw(on: &canvas, row: 0, column: 2, width: 10, isFocused: false)
    #expect(canvas.cursor == nil)
  }

  @Test func `Of a long text the end is shown, with room for the cursor`() {
    var canvas = Canvas(size: Size(width: 6, height: 1))
    field.draw(on: &canvas, row: 0, column: 1, width: 4, isFocused: true)
    #expect(canvas.rows == [" two  "])
    #expect(canvas.cursor == Point(row: 0, column: 4))
  }

  @Test func `No wide character is cut through at the left edge`() {
    var canvas = Canvas(size: Size(width: 6, height: 1))
    TextField(text: "軌道は").draw(on: &canvas, row: 0, column: 0, width: 4, isFocused: true)
    #expect(canvas.rows == ["は    "])
    #expect(canvas.cursor == Point(row: 0, column: 2))
  }

  @Test func `A secret is shown as dots`() {
    var canvas = Canvas(size: Size(width: 6, height: 1))
    TextField(text: "軌ab", isSecure: true).draw(on: &canvas, row: 0, column: 0, width: 6, isFocused: true)
    #expect(canvas.rows == ["•••   "])
  }

  @Test(arguments: [0, -3]) func `Without room nothing is drawn, and the cursor stays on the canvas`(width: Int) {
    var canvas = Canvas(size: Size(width: 6, height: 1))
    field.draw(on: &canvas, row: 0, column: 2, width: width, isFocused: true)
    #expect(canvas.rows == ["      "])
    #expect(canvas.cursor == Point(row: 0, column: 2))
  }
}
