extension Profile {
  /// Whether a person means this one by what they typed: with or without `@`, in any case. Who has no handle goes by the
  /// name.
  public func goes(by typed: String) -> Bool {
    let typed = typed.drop(while: \.isWhitespace)
    let end = typed.lastIndex { !$0.isWhitespace }.map(typed.index(after:)) ?? typed.startIndex
    let words = typed[..<end]
    guard !handle.isEmpty else { return words == name }
    return (words.hasPrefix("@") ? words.dropFirst() : words).lowercased() == handle.lowercased()
  }
}
