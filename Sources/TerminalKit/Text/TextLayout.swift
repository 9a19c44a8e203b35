/// Puts text into cells.
///
/// The text is other people's. What comes out holds no control characters but line feeds, nothing that reorders or
/// hides text, and no cluster on whose width terminals disagree. Widths are those of the C library: call `setlocale`
/// first.
public enum TextLayout {
  /// The glyphs of one line of text; the end of a line counts as a space.
  public static func glyphs(of text: String) -> [Glyph] {
    if SanitizedText.isPlain(text) { return text.utf8.map { asciiGlyphs[Int($0) - 0x20] } }
    var content = SanitizedText()
    content.append(text)
    return content.glyphs
  }

  /// The text in the form in which it is drawn; line feeds stay.
  public static func sanitized(_ text: String) -> String {
    if SanitizedText.isPlain(text) { return text }
    var content = SanitizedText(keepsLines: true)
    content.append(text)
    return content.string(content.units.indices)
  }

  /// Cells that one line of text takes.
  public static func width(of text: String) -> Int {
    if SanitizedText.isPlain(text) { return text.utf8.count }
    var content = SanitizedText()
    content.append(text)
    return content.cells
  }

  /// One line of text in at most `width` cells, with `…` where something was cut off.
  public static func truncate(_ text: String, to width: Int) -> String {
    fitting(text, width).text
  }

  /// One line of text in exactly `width` cells: cut off, or filled up with spaces.
  public static func pad(_ text: String, to width: Int) -> String {
    let (text, cells) = fitting(text, width)
    return text + String(repeating: " ", count: max(0, width - cells))
  }

  /// The lines, none wider than `width` cells, that the text takes; none for an empty text.
  ///
  /// Empty lines stay, spaces at the end of a line go. What is too wide to fit in any line becomes U+FFFD. An address in
  /// the style of a link is broken only where a line has no room for it, whatever it is written in.
  public static func wrap(_ text: StyledText, width: Int) -> [StyledText] {
    guard width > 0, text.spans.contains(where: { !$0.text.isEmpty }) else { return [] }
    var content = SanitizedText(keepsLines: true, maxWidth: width)
    var ends: [Int] = []
    for span in text.spans {
      let first = content.units.count
      content.append(span.text)
      if span.style == .link, span.text.utf8.contains(UInt8(ascii: "/")) {
        content.keepWhole(first..<content.units.count)
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
        let (style, target) = (text.spans[span].style, text.spans[span].target)
        spans.append(StyledText.Span(content.string(bytes: start..<upTo), style, target: target))
        start = upTo
      }
      return StyledText(spans)
    }
  }
}

extension TextLayout {
  /// Printable ASCII is what most cells hold.
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
  /// The lines of a text in at most `width` cells, as even as can be: no more of them than it takes, and none that is
  /// much shorter than the others.
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

  /// One line with a text at its left edge and another at its right; the left one is cut where they do not fit.
  public static func spread(_ left: StyledText, _ right: StyledText, width: Int) -> StyledText {
    let rightWidth = self.width(of: right.plain)
    let shown = truncate(left, to: rightWidth == 0 ? width : width - rightWidth - 1)
    let gap = max(0, width - rightWidth - self.width(of: shown.plain))
    return shown + StyledText(String(repeating: " ", count: gap)) + right
  }

  /// Two texts in one line, of which the first is cut first: a name and the handle behind it. Where there is no room for
  /// enough of the first beside the whole second, the second stands alone.
  public static func joined(_ first: StyledText, _ second: StyledText, gap: Int = 2, width: Int) -> StyledText {
    guard !second.plain.isEmpty else { return truncate(first, to: width) }
    let (needed, room) = (self.width(of: first.plain), width - self.width(of: second.plain) - gap)
    guard needed > 0, room >= min(needed, minFirst) else { return truncate(second, to: width) }
    return truncate(first, to: room) + StyledText(String(repeating: " ", count: gap)) + second
  }

  /// Fewer cells of a text tell nothing.
  private static let minFirst = 4

  /// One line of styled text in at most `width` cells, with `…` where something was cut off.
  public static func truncate(_ text: StyledText, to width: Int) -> StyledText {
    var room = width
    var spans: [StyledText.Span] = []
    for (index, span) in text.spans.enumerated() {
      let rest = text.spans[(index + 1)...].reduce(0) { $0 + self.width(of: $1.text) }
      let spanWidth = self.width(of: span.text)
      guard spanWidth > room || (spanWidth == room && rest > 0) else {
        spans.append(span)
        room -= spanWidth
        continue
      }
      // What follows is cut off: that shows, be it at the end of this span.
      let marked = rest > 0 && spanWidth <= room ? span.text + " " : span.text
      spans.append(StyledText.Span(truncate(marked, to: room), span.style, target: span.target))
      break
    }
    return StyledText(spans)
  }
}
