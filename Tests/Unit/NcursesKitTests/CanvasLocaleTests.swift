import TerminalKit
import Testing

@testable import NcursesKit

@Suite("A canvas in a locale other than UTF-8")
struct CanvasLocaleTests {
  @Test(
    "contains only ASCII at unchanged positions",
    arguments: [
      ("é軌か", 8, "e? ka   "), ("e\u{301}x", 4, "ex  "), ("─│▌·♥", 6, "-|||* "), ("“a”", 4, "\"a\" "),
      ("Reading…", 12, "Reading...  "), ("Reading…", 9, "Reading~ "), ("abcdefgh", 5, "abcd~"), ("… x", 6, "* x   "),
      ("a… b", 6, "a~ b  "),
    ])
  func ascii(text: String, width: Int, shown: String) {
    var canvas = Canvas(size: Size(width: width, height: 1))
    canvas.draw(text, row: 0, column: 0)
    #expect(canvas.inLocale { _, _ in false }.text == shown)
  }

  @Test("keeps letters if only decorations are replaced")
  func signs() {
    var canvas = Canvas(size: Size(width: 24, height: 1))
    canvas.draw("│ é軌 ♥ 3 · e\u{301}🎉 Reading…", row: 0, column: 0)
    #expect(canvas.withASCIIDecorations().text == "| é軌 * 3 | e\u{301}🎉 Reading~")
    #expect(DecorationGlyphs.inASCII("Home · ↩ é…") == "Home | < é...")
    for sign in DecorationGlyphs.all {
      let text = AsciiFallback.text(for: sign)
      #expect(!text.isEmpty && text.allSatisfy(\.isASCII) && text != "?", "\(sign)")
    }
  }

  @Test("keeps what the locale can show")
  func shown() {
    var canvas = Canvas(size: Size(width: 6, height: 1))
    canvas.draw("é軌…", row: 0, column: 0)
    canvas.cursor = Point(row: 0, column: 3)
    let shown = canvas.inLocale { scalar, width in scalar == "é" && width == 1 || scalar == "軌" && width == 2 }
    #expect(shown.text == "é軌...")
    #expect(shown.cursor == canvas.cursor)
  }
}

extension Canvas {
  fileprivate var text: String { cells.map(\.text).joined() }
}
