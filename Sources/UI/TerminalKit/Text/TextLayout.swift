/// Sanitizing, measuring and wrapping of text for cells.
///
/// The input is untrusted. The output contains no control characters except line feeds, no bidi controls or invisible
/// characters, and no clusters of disputed width. Widths depend on the C library, so call `setlocale` first.
public enum TextLayout {
  /// The glyphs of a line of text; line ends count as spaces.
  public static func glyphs(of text: String) -> [Glyph] {
    if SanitizedText.isPlain(text) { return text.utf8.map { asciiGlyphs[Int($0) - 0x20] } }
    var content = SanitizedText()
    content.append(text)
    return content.glyphs
  }

  /// The text in the form in which it is drawn; line feeds are kept.
  public static func sanitized(_ text: String) -> String {
    if SanitizedText.isPlain(text) { return text }
    var content = SanitizedText(keepsLines: true)
    content.append(text)
    return content.string(content.units.indices)
  }

  /// The width of a line of text in cells.
  public static func width(of text: String) -> Int {
    if SanitizedText.isPlain(text) { return text.utf8.count }
    var content = SanitizedText()
    content.append(text)
    return content.cells
  }

  /// A line of text truncated to `width` cells with `…`.
  public static func truncate(_ text: String, to width: Int) -> String {
    fitting(text, width).text
  }

  /// A line of text truncated or padded with spaces to exactly `width` cells.
  public static func pad(_ text: String, to width: Int) -> String {
    let (text, cells) = fitting(text, width)
    return text + String(repeating: " ", count: max(0, width - cells))
  }

  /// Wraps text to lines of at most `width` cells; empty for an empty string.
  ///
  /// Empty lines are kept, trailing spaces removed. Characters wider than a line become U+FFFD. Addresses in link style
  /// are broken only if they do not fit into a line.
  public static func wrap(_ text: StyledText, width: Int) -> [StyledText] {
    guard width > 0, text.spans.contains(where: { !$0.text.isEmpty }) else { return [] }
    var content = SanitizedText(keepsLines: true, maxWidth: width)
    var ends: [Int] = []
    for span in text.spans {
      let first = content.units.count
      content.append(span.text)
      if span.style == .link, span.text.utf8.contains(UInt8(ascii: "/")) {
        content.preventBreaks(first..<content.units.count)
      }
      ends.append(content.bytes.count)
    }
    var span = 0
    return LineBreaker.lines(of: content, width: width).map { line in
      var start = content.start(of: line.lowerBound)
      let end = content.start(of: line.upperBound)
      var spans: [StyledText.Span] = []
      while start < end {
        while ends[span] <= start { span += 1 }
        let upTo = min(end, ends[span])
        var part = text.spans[span]
        part.text = content.string(bytes: start..<upTo)
        spans.append(part)
        start = upTo
      }
      return StyledText(spans)
    }
  }
}

extension TextLayout {
  /// Precomputed because most cells contain printable ASCII.
  private static let asciiGlyphs = (UInt8(0x20)..<0x7F).map {
    Glyph(pieces: [Glyph.Piece(text: String(Unicode.Scalar($0)), width: 1)])
  }

  private static func fitting(_ text: String, _ width: Int) -> (text: String, cells: Int) {
    guard width > 0 else { return ("", 0) }
    if text.utf8.count <= width, SanitizedText.isPlain(text) { return (text, text.utf8.count) }
    var content = SanitizedText(limit: width)
    content.append(text)
    if content.cells <= width { return (content.string(content.units.indices), content.cells) }
    var end = content.units.count
    var cells = content.cells
    while end > 0, cells > width - 1 || content.units[end].joins {
      end -= 1
      cells -= content.units[end].width
    }
    return (content.string(0..<end) + "…", cells + 1)
  }
}

extension TextLayout {
  /// Wraps text to lines of balanced length, with as few lines as possible.
  public static func wrapEvenly(_ text: StyledText, width: Int) -> [StyledText] {
    let lines = wrap(text, width: width)
    guard lines.count > 1 else { return lines }
    var (narrow, wide) = (width / 2, width)
    while narrow < wide {
      let middle = (narrow + wide) / 2
      if wrap(text, width: middle).count > lines.count { narrow = middle + 1 } else { wide = middle }
    }
    return wrap(text, width: wide)
  }

  /// A line with left- and right-aligned text; the left one is truncated if necessary.
  public static func justified(_ left: StyledText, _ right: StyledText, width: Int) -> StyledText {
    let rightWidth = self.width(of: right.plain)
    let shown = truncate(left, to: rightWidth == 0 ? width : width - rightWidth - 1)
    let gap = max(0, width - rightWidth - self.width(of: shown.plain))
    return shown + StyledText(String(repeating: " ", count: gap)) + right
  }

  /// Two strings in a line, for example a name and a handle. The first is truncated, or omitted if less than a minimum
  /// remains.
  public static func joined(_ first: StyledText, _ second: StyledText, gap: Int = 2, width: Int) -> StyledText {
    guard !second.plain.isEmpty else { return truncate(first, to: width) }
    let (needed, remaining) = (self.width(of: first.plain), width - self.width(of: second.plain) - gap)
    guard needed > 0, remaining >= min(needed, minFirst) else { return truncate(second, to: width) }
    return truncate(first, to: remaining) + StyledText(String(repeating: " ", count: gap)) + second
  }

  /// Minimum cells for a truncated first text.
  private static let minFirst = 4

  /// A line of styled text truncated to `width` cells with `…`.
  public static func truncate(_ text: StyledText, to width: Int) -> StyledText {
    var remaining = width
    var spans: [StyledText.Span] = []
    for (index, span) in text.spans.enumerated() {
      let rest = text.spans[(index + 1)...].reduce(0) { $0 + self.width(of: $1.text) }
      let spanWidth = self.width(of: span.text)
      guard spanWidth > remaining || (spanWidth == remaining && rest > 0) else {
        spans.append(span)
        remaining -= spanWidth
        continue
      }
      // Mark the truncation at the end of this span.
      let marked = rest > 0 && spanWidth <= remaining ? span.text + " " : span.text
      spans.append(StyledText.Span(truncate(marked, to: remaining), span.style, target: span.target))
      break
    }
    return StyledText(spans)
  }
}
