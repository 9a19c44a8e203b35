extension String {
  /// The lines of a screen, without the blanks at the end of each and below the last. Large screens are compared often:
  /// this looks at bytes.
  var visibleLines: [Substring] {
    var lines = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      line.lastIndex { $0 != UInt8(ascii: " ") }.map { Substring(line[...$0]) } ?? ""
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
