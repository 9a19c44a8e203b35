import Domain

/// Counts about how many lines a text will take, without laying it out: a cell to each byte.
struct LineCounter {
  private let width: Int
  private let maxLines: Int
  private var lines = 0
  private var column = 0
  private var last: Unicode.Scalar = " "

  init(width: Int, maxLines: Int) {
    self.width = width
    self.maxLines = maxLines
  }

  /// Whether what comes next is one line too many.
  var isFull: Bool { lines >= maxLines }

  /// How many lines there are after the last that may be.
  var rest: Int { max(0, lines + (column > 0 ? 1 : 0) - maxLines) }

  /// Counts the next part of the text.
  /// - Returns: where the last line ends that may be, else the end of the part.
  mutating func count(_ text: String) -> String.Index {
    var end = isFull ? text.startIndex : nil
    for index in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[index]
      count(scalar.unescapedControl ?? scalar)
      if end == nil, isFull { end = index }
    }
    return end ?? text.endIndex
  }

  private mutating func count(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\n" where last == "\r": break
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
      lines += 1
      column = 0
    default:
      if column >= width {
        lines += 1
        column = 0
      }
      column += UTF8.width(scalar)
    }
    last = scalar
  }
}
