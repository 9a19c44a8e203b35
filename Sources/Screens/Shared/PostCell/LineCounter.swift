import Domain

/// Estimates the number of lines of text without laying it out, at one cell per byte.
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

  /// Whether the line limit has been reached.
  var isFull: Bool { lines >= maxLines }

  /// The number of lines beyond the limit.
  var excessLines: Int { max(0, lines + (column > 0 ? 1 : 0) - maxLines) }

  /// Counts the next part of the text.
  /// - Returns: the end of the last line within the limit, or the end of `text` if all of it fits.
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
