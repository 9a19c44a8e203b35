/// What the signs that Tern draws by itself are made of: bars, lines, `↩`, `▣`, `…`.
public enum GlyphSet: String, Hashable, Sendable, CaseIterable {
  case unicode
  /// ASCII has something for each of them, for fonts that lack them and for readers of screens.
  case ascii
}
