import TerminalKit
import TestSupport
import Testing
import UnicodeSupport

/// All scripts and clusters of Unicode's files, typed scalar by scalar.
@MainActor @Suite struct EditedScriptTests {
  init() { UTF8Locale.set() }

  @Test("Text typed by scalars is edited by clusters", arguments: UnicodeFile.drawn)
  func typed(file: UnicodeFile) throws {
    var lines: Set<Int> = []
    // Lines with thousands of ideographs are truncated.
    for text in try file.texts() where lines.insert(text.line).inserted {
      let harmless = text.text.unicodeScalars.filter(\.isKept)
      let whole = String(String.UnicodeScalarView(harmless))
      let clusters = whole.count
      var edited = EditedText()
      for scalar in harmless { edited.type(String(scalar)) }
      #expect(edited.text.unicodeScalars.elementsEqual(harmless) && edited.end == clusters, "\(text)")
      for place in (0..<clusters).reversed() {
        edited.move(.character, .backward)
        #expect(edited.cursor == place, "\(text)")
      }
      edited.move(.text, .forward)
      for _ in 0..<clusters { edited.delete(.character, .backward) }
      #expect(edited.isEmpty, "\(text)")
      while edited.canUndo { edited.undo() }
      while edited.canRedo { edited.redo() }
      #expect(edited.isEmpty, "\(text)")
    }
  }

  @Test("The cursor is at the following character", arguments: [UnicodeFile.graphemeBreakTest, .emojiTest])
  func drawn(file: UnicodeFile) throws {
    for text in try file.texts() {
      let editor = TextEditor("軌\(text.text)軌")
      let content = editor.content
      for place in 0..<content.end {
        editor.edit { $0.move(to: place) }
        var canvas = Canvas(size: Size(width: 7, height: 12))
        editor.draw(on: &canvas, in: canvas.bounds, isFocused: true)
        let pieces = TextLayout.glyphs(of: content.string(place..<place + 1)).flatMap(\.pieces)
        guard let piece = pieces.first, piece.text.first?.isWhitespace != true else { continue }
        let cursor = try #require(canvas.cursor)
        #expect(canvas[cursor.row, cursor.column].text == piece.text, "\(text) at \(place)")
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether an editor accepts the scalar unchanged: no control character, line end or escaped control.
  fileprivate var isKept: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: value < 0x100000
    }
  }
}
