import TerminalKit

/// The characters beyond ASCII that Tern draws by itself. `AsciiFallback` knows what stands for each of them.
enum DecorationGlyphs {
  static let all = Set("─│├└┬┴┼━▌█▣▷◇♪□○●•·↩⟲♥→←↑↓‹›×…–’‘“”■✓▸".unicodeScalars)

  /// A text with these in ASCII; the rest stays what it is.
  static func inASCII(_ text: String) -> String {
    text.unicodeScalars.map { all.contains($0) ? AsciiFallback.text(for: $0) : String($0) }.joined()
  }
}

extension Canvas {
  /// The canvas with the signs that Tern draws by itself in ASCII. Where they stand in other people's text they are,
  /// too: whoever cannot see them cannot see them there.
  public func inASCIISigns() -> Canvas {
    withASCII { cell in
      let scalars = cell.text.unicodeScalars
      return scalars.count == 1 && scalars.first.map(DecorationGlyphs.all.contains) == true
    }
  }
}
