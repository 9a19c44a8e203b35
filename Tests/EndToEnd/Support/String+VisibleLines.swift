extension String {
  /// The lines of a screen without trailing spaces and empty lines at the end. Works on bytes, because large screens
  /// are compared often.
  var visibleLines: [Substring] {
    var lines = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      line.lastIndex { $0 != UInt8(ascii: " ") }.map { Substring(line[...$0]) } ?? ""
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
