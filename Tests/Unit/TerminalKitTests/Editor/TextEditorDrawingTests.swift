import TestSupport
import Testing

@testable import TerminalKit

@MainActor @Suite("Text editor")
struct TextEditorDrawingTests {
  init() { UTF8Locale.set() }

  private func draw(_ editor: TextEditor, _ width: Int, _ height: Int, isFocused: Bool = true) -> Canvas {
    var canvas = Canvas(size: Size(width: width, height: height))
    editor.draw(on: &canvas, in: canvas.bounds, isFocused: isFocused)
    return canvas
  }

  @Test("shows the cursor at each character", arguments: 0..<30)
  func cursor(seed: UInt64) {
    var random = RandomText(seed: seed)
    for width in [1, 2, 3, 5, 9, 22, 60] {
      let editor = TextEditor(random.text())
      let text = editor.content
      for place in 0...text.end {
        editor.edit { $0.move(to: place) }
        let canvas = draw(editor, width, 200)
        guard let cursor = canvas.cursor else {
          Issue.record("no cursor at \(place) of “\(text.text)”")
          continue
        }
        guard place < text.end, let piece = TextLayout.glyphs(of: text.string(place..<place + 1)).first?.pieces.first,
          piece.text.first?.isWhitespace != true
        else { continue }
        // Wide characters are replaced in a single cell.
        let shown = piece.width <= TextEditor.lineWidth(in: width) ? piece.text : "\u{FFFD}"
        #expect(canvas[cursor.row, cursor.column].text == shown, "\(place) of “\(text.text)” in \(width)")
      }
    }
  }

  @Test("draws wrapped lines and the cursor at the end")
  func lines() {
    let editor = TextEditor("The compiler finished before the coffee.\n\n軌道はまだ計算の途中です。")
    let canvas = draw(editor, 17, 8)
    #expect(
      canvas.lines == [
        "The compiler", "finished before", "the coffee.", "", "軌道はまだ計算の", "途中です。", "", "",
      ])
    #expect(canvas.cursor == Point(row: 5, column: 10))
    #expect(editor.cursorPosition == canvas.cursor)
    #expect(draw(editor, 17, 8, isFocused: false).cursor == nil)
    #expect(editor.lineCount(width: 17) == 6)
  }

  @Test("shows the cursor after full lines and spaces")
  func fullLines() {
    let editor = TextEditor("abcd")
    #expect(draw(editor, 5, 2).cursor == Point(row: 0, column: 4))
    editor.edit { $0.type("  ") }
    #expect(draw(editor, 5, 2).cursor == Point(row: 0, column: 4))
    editor.edit { $0.type("x") }
    #expect(draw(editor, 5, 2).cursor == Point(row: 1, column: 1))
    #expect(draw(TextEditor("a  "), 5, 2).cursor == Point(row: 0, column: 3))
  }

  @Test("shows a placeholder while it is empty")
  func placeholder() {
    let editor = TextEditor(placeholder: "What is happening?")
    let canvas = draw(editor, 12, 3)
    #expect(canvas.lines == ["What is", "happening?", ""])
    #expect(canvas[0, 0].style == .muted)
    #expect(canvas.cursor == Point(row: 0, column: 0))
    #expect(editor.lineCount(width: 12) == 2)
    _ = editor.handle(.character("x"))
    #expect(draw(editor, 12, 3).lines == ["x", "", ""])
  }

  @Test("scrolls to the cursor without wasting lines")
  func scrolling() {
    let editor = TextEditor((1...20).map { "\($0)" }.joined(separator: "\n"))
    #expect(draw(editor, 10, 4).lines == ["17", "18", "19", "20"])
    editor.move(lines: -3)
    #expect(draw(editor, 10, 4).lines == ["17", "18", "19", "20"])
    editor.move(lines: -1)
    #expect(draw(editor, 10, 4).lines == ["16", "17", "18", "19"])
    editor.edit { $0.move(.text, .backward) }
    #expect(draw(editor, 10, 4).lines == ["1", "2", "3", "4"])
    editor.move(pages: 1)
    editor.move(pages: 1)
    #expect(draw(editor, 10, 4).lines == ["4", "5", "6", "7"])
    editor.edit { $0.select(0..<$0.end) }
    editor.edit { $0.type("x") }
    #expect(draw(editor, 10, 4).lines == ["x", "", "", ""])
  }

  @Test("shows selection and marks")
  func styles() {
    let editor = TextEditor("ab cd\nef")
    editor.marks = [TextMark(0..<4, .mention), TextMark(3..<900, .failure)]
    editor.edit { $0.select(1..<7) }
    let canvas = draw(editor, 10, 2)
    let first = (0..<7).map { canvas[0, $0].style }
    let selected = { (color: Style.Color) in Style(color, .reverse) }
    #expect(first[0] == .mention && first[1] == selected(.mention) && first[2] == selected(.mention))
    #expect(first[3] == selected(.failure) && first[4] == selected(.failure))
    // The line end is selected, too.
    #expect(first[5] == selected(.failure) && first[6] == .plain)
    #expect(canvas[1, 0].style == selected(.failure) && canvas[1, 1].style == .failure)
  }

  @Test("does not crash at any size", arguments: 1...12)
  func sizes(seed: UInt64) {
    var random = RandomText(seed: seed)
    var generator = SeededGenerator(seed: seed)
    let editor = TextEditor(random.text(), placeholder: "Say something", keepsLines: !seed.isMultiple(of: 5))
    for _ in 0..<300 {
      if let offer = editor.availableCommands.randomElement(using: &generator), case .perform(let action) = offer.effect
      {
        action()
      }
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: editor.paste(random.text())
      case 1: _ = editor.handle(.character(["a", " ", "軌", "\u{301}", "👩‍🚀"].randomElement(using: &generator) ?? "a"))
      case 2: editor.wheelScroll(notches: Int.random(in: -9...9, using: &generator))
      case 3:
        let bounds = [0, 1].map { _ in Int.random(in: 0...90, using: &generator) }.sorted()
        editor.marks = [TextMark(bounds[0]..<bounds[1], .link)]
      default: break
      }
      var canvas = Canvas(size: Size(width: 20, height: 5))
      let area = Rect(
        row: Int.random(in: -2...6, using: &generator), column: Int.random(in: -3...21, using: &generator),
        width: Int.random(in: 0...24, using: &generator), height: Int.random(in: 0...8, using: &generator))
      editor.draw(on: &canvas, in: area, isFocused: true)
      let content = editor.content
      #expect(0...content.end ~= content.cursor)
      #expect(editor.lineCount(width: area.width) > 0)
      for region in canvas.regions {
        guard case .position(let click) = region.action, Bool.random(using: &generator) else { continue }
        click(
          Point(row: Int.random(in: -3...9, using: &generator), column: Int.random(in: -3...30, using: &generator)),
          Bool.random(using: &generator))
      }
    }
  }
}
