/// The characters used for decorations such as bars, lines, `↩`, `▣` and `…`.
public enum GlyphSet: String, Hashable, Sendable, CaseIterable {
  case unicode
  /// ASCII replacements, for fonts without the glyphs and for screen readers.
  case ascii
}
