import TerminalKit

/// The non-ASCII characters of Tern's own decorations. `AsciiFallback` has a replacement for each.
enum DecorationGlyphs {
  static let all = Set("─│├└┬┴┼━▌█▀▄░▒▓▣▷◇♪□○●•·↩⟲♥→←↑↓‹›×…–’‘“”■✓▸".unicodeScalars)

  /// The text with these characters replaced by ASCII.
  static func inASCII(_ text: String) -> String {
    text.unicodeScalars.map { all.contains($0) ? AsciiFallback.text(for: $0) : String($0) }.joined()
  }
}

extension Canvas {
  /// The canvas with decoration glyphs replaced by ASCII, in all text, because fonts that lack them lack them
  /// everywhere.
  public func withASCIIDecorations() -> Canvas {
    withASCII { cell in
      let scalars = cell.text.unicodeScalars
      return scalars.count == 1 && scalars.first.map(DecorationGlyphs.all.contains) == true
    }
  }
}
