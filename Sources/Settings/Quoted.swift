import Domain

extension String {
  private static let maxQuoted = 60

  /// As it stands in a sentence: “thme”. What a file holds may be long, and meant for the terminal.
  var quoted: String {
    let beginning = prefix(Self.maxQuoted)
    return "“\(String(beginning).escapingControls)\(beginning.endIndex < endIndex ? "…" : "")”"
  }
}
