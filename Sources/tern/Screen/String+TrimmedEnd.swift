extension String {
  /// The text without the spaces at its end.
  var trimmedEnd: Substring {
    self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)]
  }
}
