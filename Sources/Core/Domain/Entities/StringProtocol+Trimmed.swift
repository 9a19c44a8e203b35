extension StringProtocol {
  /// The text without white space at both ends.
  public var trimmed: String {
    let end = lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex
    return String(self[..<end].drop(while: \.isWhitespace))
  }
}
