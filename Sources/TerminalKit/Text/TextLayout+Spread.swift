extension TextLayout {
  /// One line with a text at its left edge and another at its right; the left one is cut where they do not fit.
  public static func spread(_ left: StyledText, _ right: StyledText, width: Int) -> StyledText {
    let rightWidth = self.width(of: right.plain)
    let shown = truncate(left, to: rightWidth == 0 ? width : width - rightWidth - 1)
    let gap = max(0, width - rightWidth - self.width(of: shown.plain))
    return shown + StyledText(String(repeating: " ", count: gap)) + right
  }

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
      spans.append(StyledText.Span(truncate(marked, to: room), span.style))
      break
    }
    return StyledText(spans)
  }
}
