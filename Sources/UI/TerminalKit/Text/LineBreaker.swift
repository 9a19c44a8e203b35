/// First-fit line breaking according to the rules of Unicode (UAX #14) that posts need.
struct LineBreaker {
  private let text: SanitizedText
  private let units: [SanitizedText.Unit]
  private let width: Int
  private var lines: [Range<Int>] = []
  /// The last word checked for a break after a hyphen.
  private var word = 0..<0
  private var wordIsAddress = false

  private init(_ text: SanitizedText, width: Int) {
    self.text = text
    self.units = text.units
    self.width = width
  }

  /// The units of each line without trailing spaces. No unit may be wider than `width`.
  static func lines(of text: SanitizedText, width: Int) -> [Range<Int>] {
    lines(of: text, in: text.units.indices, width: width)
  }

  /// The lines of a range that starts after a line end and ends before one.
  static func lines(of text: SanitizedText, in range: Range<Int>, width: Int) -> [Range<Int>] {
    var breaker = LineBreaker(text, width: width)
    var start = range.lowerBound
    for index in range where breaker.units[index].kind == .lineEnd {
      breaker.breakParagraph(start..<index)
      start = index + 1
    }
    breaker.breakParagraph(start..<range.upperBound)
    return breaker.lines
  }
}

extension LineBreaker {
  private mutating func breakParagraph(_ paragraph: Range<Int>) {
    let linesBefore = lines.count
    var start = paragraph.lowerBound
    /// The last break opportunity; `start` initially.
    var opportunity = start
    var cells = 0
    var index = start
    while index < paragraph.upperBound {
      let unit = units[index]
      if index > start, mayBreak(before: index, in: paragraph) { opportunity = index }
      // Spaces beyond the edge are not drawn.
      if cells + unit.width <= width || unit.kind == .space {
        cells += unit.width
        index += 1
        continue
      }
      let next = opportunity > start ? opportunity : emergencyBreak(in: start...index)
      addLine(start..<next)
      start = next
      opportunity = next
      cells = units[start..<index].reduce(0) { $0 + $1.width }
    }
    addLine(start..<paragraph.upperBound)
    if lines.count == linesBefore { lines.append(start..<start) }
  }

  /// Skips lines of spaces only, such as an indentation whose word moved to the next line.
  private mutating func addLine(_ line: Range<Int>) {
    var end = line.upperBound
    while end > line.lowerBound, units[end - 1].kind == .space { end -= 1 }
    if end > line.lowerBound { lines.append(line.lowerBound..<end) }
  }

  private mutating func mayBreak(before index: Int, in paragraph: Range<Int>) -> Bool {
    let last = units[index - 1].kind
    let next = units[index].kind
    if last == .word, next == .word { return false }
    if units[index].joins || next == .space { return false }
    if last == .space { return startsWord(at: index) && !isLoneOpening(before: index, in: paragraph) }
    if last == .glue || next == .glue || next.isClosing || last.isOpening { return false }
    switch (last, next) {
    case (.hyphen, .word): return endsPrefix(index - 1, in: paragraph)
    case (_, .hyphen), (_, .dash): return false
    // 2019–2026
    case (.dash, .digit): return index - 2 < paragraph.lowerBound || units[index - 2].kind != .digit
    case (.dash, _), (.wideClosing, _), (.ideograph, _), (_, .ideograph), (_, .wideOpening): return true
    default: return false
    }
  }

  /// Whether a line may start with the word after a space.
  private func startsWord(at index: Int) -> Bool {
    units[index].kind == .stop ? !isLonePunctuation(at: index) : !units[index].kind.isClosing
  }

  /// Whether a word consists of closing punctuation only, as in French « oui ! » or a smiley; no break before it.
  private func isLonePunctuation(at index: Int) -> Bool {
    guard units[index].kind.isClosing else { return false }
    guard let end = units[index...].first(where: { !$0.kind.isClosing })?.kind else { return true }
    return end == .space || end == .lineEnd
  }

  /// Whether the text before the spaces before an index ends with an opening bracket or a separate opening quote.
  private func isLoneOpening(before index: Int, in paragraph: Range<Int>) -> Bool {
    guard let last = units[paragraph.lowerBound..<index].lastIndex(where: { $0.kind != .space }) else { return false }
    guard units[last].kind == .openingQuote else { return units[last].kind.isOpening }
    return last == paragraph.lowerBound || units[last - 1].kind == .space || units[last - 1].kind.isOpening
  }

  /// Whether a hyphen follows at least two letters, in a word that is not an address.
  private mutating func endsPrefix(_ hyphen: Int, in paragraph: Range<Int>) -> Bool {
    guard hyphen >= paragraph.lowerBound + 2, units[hyphen - 1].kind.isAlphanumeric,
      units[hyphen - 2].kind.isAlphanumeric
    else { return false }
    if !word.contains(hyphen) { inspectWord(around: hyphen, in: paragraph) }
    return !wordIsAddress
  }

  private mutating func inspectWord(around index: Int, in paragraph: Range<Int>) {
    var start = index
    while start > paragraph.lowerBound, units[start - 1].kind != .space { start -= 1 }
    var end = index
    while end < paragraph.upperBound, units[end].kind != .space { end += 1 }
    word = start..<end
    wordIsAddress = word.contains { position in
      switch byte(at: position) {
      case UInt8(ascii: "/"), UInt8(ascii: "@"), UInt8(ascii: "_"), UInt8(ascii: "="): true
      case UInt8(ascii: "."): position + 1 < end && units[position + 1].kind == .word
      default: false
      }
    }
  }
}

// MARK: - Words longer than a line

extension LineBreaker {
  /// The position of a forced break, above the lower bound. In order of preference: between words; after a slash or
  /// before a query parameter in the last half of the line; where punctuation allows it there; at the last glyph;
  /// within it.
  private func emergencyBreak(in line: ClosedRange<Int>) -> Int {
    let earliest = max(line.lowerBound + 1, (line.lowerBound + line.upperBound + 1) / 2)
    let candidates = stride(from: line.upperBound, through: earliest, by: -1).lazy.filter {
      !units[$0].joins && units[$0].kind != .space
    }
    let words = stride(from: line.upperBound, to: line.lowerBound, by: -1).lazy.filter {
      units[$0 - 1].kind == .space && units[$0].kind != .space
    }
    return words.first { !isLonePunctuation(at: $0) } ?? candidates.first(where: dividesAddress)
      ?? candidates.first { !units[$0].kind.isClosing && !units[$0 - 1].kind.isOpening }
      ?? stride(from: line.upperBound, to: line.lowerBound, by: -1).first { !units[$0].joins }
      ?? line.upperBound
  }

  private func dividesAddress(before index: Int) -> Bool {
    if byte(at: index - 1) == UInt8(ascii: "/") { return byte(at: index) != UInt8(ascii: "/") }
    switch byte(at: index) {
    case UInt8(ascii: "?"), UInt8(ascii: "&"):
      return index + 1 < units.count && units[index + 1].kind.isAlphanumeric
    default:
      return false
    }
  }

  private func byte(at unit: Int) -> UInt8 {
    text.bytes[text.start(of: unit)]
  }
}
