import Domain

extension String {
  private static let maxQuoted = 60

  /// The text for a sentence: “thme”. It is shortened, and control characters are escaped.
  var quoted: String {
    let beginning = prefix(Self.maxQuoted)
    return "“\(String(beginning).escapingControls)\(beginning.endIndex < endIndex ? "…" : "")”"
  }
}
