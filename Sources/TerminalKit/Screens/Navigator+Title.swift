extension Navigator {
  /// What the terminal's title says: “Home · @ada@demo · Tern”.
  public func windowTitle(program: String) -> String {
    let words = top.map { $0.windowTitle.split(whereSeparator: \.isNewline).joined(separator: " ") } ?? ""
    return words.isEmpty ? program : "\(words) · \(program)"
  }
}
