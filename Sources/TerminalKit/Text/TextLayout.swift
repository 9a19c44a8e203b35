/// Puts text into cells.
public enum TextLayout {
  /// The glyphs of one line of text.
  public static func glyphs(of text: String) -> [Glyph] {
    text.map { Glyph(pieces: [Glyph.Piece(text: String($0), width: 1)]) }
  }

  /// The text in the form in which it is drawn; line feeds stay.
  public static func harmless(_ text: String) -> String {
    text
  }

  /// Cells that one line of text takes.
  public static func width(of text: String) -> Int {
    glyphs(of: text).reduce(0) { $0 + $1.width }
  }

  /// One line of text in at most `width` cells, with `…` where something was cut off.
  public static func truncate(_ text: String, to width: Int) -> String {
    String(text.prefix(width))
  }

  /// The lines, none wider than `width` cells, that the text takes.
  public static func wrap(_ text: StyledText, width: Int) -> [StyledText] {
    [text]
  }
}
