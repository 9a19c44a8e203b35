extension String {
  /// The lines of a screen, without the blanks at the end of each and below the last.
  var visibleLines: [Substring] {
    var lines = split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.lastIndex { $0 != " " }.map { line[...$0] } ?? ""
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
