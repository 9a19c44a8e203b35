import Foundation
import Testing

@testable import NcursesKit

@Suite("ASCII fallback")
struct AsciiFallbackTests {
  @Test(
    "Letters are transliterated within their width",
    arguments: [
      ("é", 1, "e"), ("Ł", 1, "L"), ("ø", 1, "o"), ("ß", 1, "s"), ("ß", 2, "ss"), ("ñ", 1, "n"), ("Ǆ", 1, "D"),
      ("Ω", 1, "O"), ("ж", 1, "z"), ("Я", 1, "A"), ("か", 2, "ka"), ("ッ", 2, "tu"), ("한", 2, "ha"), ("Ａ", 2, "A"),
      ("𝔸", 1, "A"), ("①", 1, "1"), ("٣", 1, "3"), ("　", 2, " "), ("“", 1, "\""), ("—", 1, "-"), ("╬", 1, "+"),
      ("軌", 2, "?"), ("🎉", 2, "?"), ("e", 1, "e"), ("\u{301}", 1, ""),
    ] as [(Unicode.Scalar, Int, String)])
  func letter(scalar: Unicode.Scalar, width: Int, ascii: String) {
    #expect(AsciiFallback.text(for: scalar, width: width) == ascii)
  }

  @Test("Replacements are ASCII and not too long")
  func all() {
    for scalar in [0x80...0xFFFF, 0x1D400...0x1FAFF].joined().lazy.compactMap(Unicode.Scalar.init) {
      let text = AsciiFallback.text(for: scalar, width: 2)
      if text.utf8.count > 2 || !text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) {
        Issue.record("U+\(String(scalar.value, radix: 16)): \(text.debugDescription)")
      }
    }
  }

  /// Posts may contain "?" as a last resort; Tern's own text must not.
  @Test("Tern's own texts are readable in ASCII")
  func own() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources")
    var count = 0
    for folder in ["Screens", "App", "UI/TerminalKit/Widgets", "UI/TerminalKit/Screens", "UI/TerminalKit/Drawing"] {
      let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      for case let file as String in files ?? .init() where file.hasSuffix(".swift") {
        for scalar in try String(contentsOf: root.appending(path: "\(folder)/\(file)"), encoding: .utf8).unicodeScalars
        where !scalar.isASCII {
          count += 1
          #expect(AsciiFallback.text(for: scalar, width: 1) != "?", "\(scalar) in \(file)")
          // Letters occur in examples.
          #expect(DecorationGlyphs.all.contains(scalar) || scalar.properties.isAlphabetic, "\(scalar) in \(file)")
        }
      }
    }
    #expect(count > 50)
  }
}
