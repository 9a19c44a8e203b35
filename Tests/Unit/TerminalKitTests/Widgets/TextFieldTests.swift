import TerminalKit
import TestSupport
import Testing

@MainActor @Suite struct TextFieldTests {
  private let field = TextField(text: "one two")

  init() { UTF8Locale.set() }

  @Test func `Printable keys insert text`() {
    for character in " ?q軌" { #expect(field.handle(.character(character))) }
    #expect(field.text == "one two ?q軌")
  }

  @Test(arguments: [Key.backspace, .control("h")])
  func `Backspace deletes the last character`(key: Key) {
    #expect(field.handle(key))
    #expect(field.text == "one tw")
    for _ in 0..<9 { #expect(field.handle(key)) }
    #expect(field.text.isEmpty)
  }

  @Test func `Backspace deletes a complete cluster`() {
    let field = TextField(text: "a👩‍🚀")
    _ = field.handle(.backspace)
    #expect(field.text == "a")
  }

  @Test func `Control-W deletes the last word`() {
    let field = TextField(text: "one two  ")
    #expect(field.handle(.control("w")))
    #expect(field.text == "one ")
    #expect(field.handle(.control("w")))
    #expect(field.text.isEmpty)
  }

  @Test func `Control-U deletes everything`() {
    #expect(field.handle(.control("u")))
    #expect(field.text.isEmpty)
  }

  @Test(
    arguments: [
      ("Home", "xone two"), ("C-a", "xone two"), ("Home End", "one twox"), ("C-a C-e", "one twox"),
      ("Left", "one twxo"), ("C-b Left Right", "one twxo"), ("Home C-f", "oxne two"), ("C-Left", "one xtwo"),
      ("Home C-Right", "onex two"), ("Home Left Left", "xone two"), ("Right", "one twox"),
      ("Home Delete", "xne two"), ("Home C-d C-d", "xe two"), ("Delete", "one twox"), ("Left BSpace", "one txo"),
      ("C-Left C-k", "one x"), ("C-k", "one twox"), ("C-Left C-u", "xtwo"), ("C-Left C-w", "xtwo"),
      ("Home C-Delete", "x two"),
    ])
  func `Keys move the cursor, and edit where it is`(keys: String, text: String) throws {
    for name in keys.split(separator: " ") { #expect(field.handle(try #require(Key(tmuxName: String(name))))) }
    _ = field.handle(.character("x"))
    #expect(field.text == text)
  }

  @Test(
    arguments: [
      .enter, .escape, .tab, .backTab, .up, .down, .pageUp, .pageDown, .function(1), .control("c"), .control("l"),
      .control("z"), .control("n"),
    ] as [Key])
  func `Other keys are not handled`(key: Key) {
    #expect(!field.handle(key) && !field.handledKeys(key))
    #expect(field.text == "one two")
  }

  @Test(
    arguments: [
      (" three", " three"), ("", ""), ("a\nb", "a b"), ("a\r\nb\rc", "a b c"), ("a\n\nb", "a  b"),
      ("a\u{2028}b", "a b"),
      ("a\n", "a"), ("a\r\n\n", "a"), ("\n", ""), ("\na", " a"), ("a\tb", "a b"), ("軌道e\u{301}👩‍🚀", "軌道e\u{301}👩‍🚀"),
      ("a\u{0}\u{1B}[31mb\u{7F}\u{9B}c", "a[31mbc"), ("\u{3}Gq", "Gq"),
    ])
  func `Pasted text becomes a single line without control characters`(pasted: String, added: String) {
    field.paste(pasted)
    #expect(field.text == "one two" + added)
  }

  @Test(arguments: ["a", "軌", "e\u{301}", "a" + String(repeating: "\u{301}", count: 500)])
  func `Pasted text is limited without cutting clusters`(piece: String) {
    for _ in 0..<3 { field.paste(String(repeating: piece, count: 5_000)) }
    #expect(field.text.unicodeScalars.count <= TextField.maxPastedLength)
    #expect(field.text.unicodeScalars.count > TextField.maxPastedLength - piece.unicodeScalars.count)
    #expect(field.text.hasPrefix("one two" + piece) && field.text.hasSuffix(piece))
  }

  @Test func `The cursor follows the text if focused`() {
    var canvas = Canvas(size: Size(width: 12, height: 1))
    field.draw(on: &canvas, row: 0, column: 2, width: 10, isFocused: true)
    #expect(canvas.rows == ["  one two   "])
    #expect(canvas.cursor == Point(row: 0, column: 9))
    canvas.cursor = nil
    field.draw(on: &canvas, row: 0, column: 2, width: 10, isFocused: false)
    #expect(canvas.cursor == nil)
  }

  @Test func `The end of long text is shown with the cursor`() {
    var canvas = Canvas(size: Size(width: 6, height: 1))
    field.draw(on: &canvas, row: 0, column: 1, width: 4, isFocused: true)
    #expect(canvas.rows == [" two  "])
    #expect(canvas.cursor == Point(row: 0, column: 4))
  }

  @Test(
    arguments: [("Home", "one t…", 0), ("Home Right", "one t…", 1), ("Left", "e two ", 4), ("C-Left", "ne two", 3)])
  func `The text around the cursor is shown`(keys: String, row: String, column: Int) throws {
    for name in keys.split(separator: " ") { _ = field.handle(try #require(Key(tmuxName: String(name)))) }
    var canvas = Canvas(size: Size(width: 6, height: 1))
    field.draw(on: &canvas, row: 0, column: 0, width: 6, isFocused: true)
    #expect(canvas.rows == [row])
    #expect(canvas.cursor == Point(row: 0, column: column))
  }

  @Test func `No wide character is cut at the left edge`() {
    var canvas = Canvas(size: Size(width: 6, height: 1))
    TextField(text: "軌道は").draw(on: &canvas, row: 0, column: 0, width: 4, isFocused: true)
    #expect(canvas.rows == ["は    "])
    #expect(canvas.cursor == Point(row: 0, column: 2))
  }

  @Test func `A secure field shows dots`() {
    var canvas = Canvas(size: Size(width: 6, height: 1))
    TextField(text: "軌ab", isSecure: true).draw(on: &canvas, row: 0, column: 0, width: 6, isFocused: true)
    #expect(canvas.rows == ["•••   "])
  }

  @Test(arguments: [0, -3]) func `Without space nothing is drawn`(width: Int) {
    var canvas = Canvas(size: Size(width: 6, height: 1))
    field.draw(on: &canvas, row: 0, column: 2, width: width, isFocused: true)
    #expect(canvas.rows == ["      "])
    #expect(canvas.cursor == Point(row: 0, column: 2))
  }
}
