import Domain

extension String {
  /// In characters.
  private static let maxQuoted = 60

  /// The text in quotation marks, for error messages: “thme”. Shortened, with control characters escaped.
  var quoted: String {
    let beginning = prefix(Self.maxQuoted)
    return "“\(String(beginning).escapingControls)\(beginning.endIndex < endIndex ? "…" : "")”"
  }
}
