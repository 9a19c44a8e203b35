import TerminalKit

/// Limits on how much of a post is laid out, so that a huge post cannot exhaust the memory.
extension PostCellLayout {
  /// Per text, and for all items of one kind.
  private static let maxLines = 20_000
  /// The maximum number of items of one kind: links, attachments, poll options.
  private static let maxItems = 1_000

  /// - Returns: the lines within the limit, and the number of lines beyond it.
  func bounded(_ text: StyledText, width: Int) -> (lines: [StyledText], rest: Int) {
    guard text.spans.reduce(0, { $0 + $1.text.utf8.count }) > Self.maxLines else {
      return (TextLayout.wrap(text, width: width), 0)
    }
    var counter = LineCounter(width: width, maxLines: Self.maxLines)
    var spans: [StyledText.Span] = []
    for span in text.spans {
      let wasFull = counter.isFull
      let end = counter.count(span.text)
      if !wasFull {
        var part = span
        part.text = String(span.text[..<end])
        spans.append(part)
      }
    }
    let isCut = counter.excessLines > 0
    return (TextLayout.wrap(isCut ? StyledText(spans) : text, width: width), counter.excessLines)
  }

  /// Wraps text. Text beyond the limit ends with the number of lines left out.
  public func wrap(_ text: StyledText, width: Int) -> [StyledText] {
    let (lines, rest) = bounded(text, width: width)
    return rest == 0 ? lines : lines + more(rest, "line", "lines", width: width)
  }

  /// The lines of all items of one kind. A last line has the number of items left out.
  func lines<Item>(
    of items: [Item], _ one: String, _ many: String, _ lines: (Int, Item) -> [StyledText]
  ) -> [StyledText] {
    var all: [StyledText] = []
    for (index, piece) in items.enumerated() {
      guard index < Self.maxItems, all.count < Self.maxLines else {
        return all + more(items.count - index, one, many, width: width)
      }
      all += lines(index, piece)
    }
    return all
  }

  /// “… and 980,000 more lines.”
  private func more(_ count: Int, _ one: String, _ many: String, width: Int) -> [StyledText] {
    let sentence = "… and \(PostCellViewModel.count(count, "more \(one)", "more \(many)"))."
    return TextLayout.wrap(StyledText(sentence, .muted), width: width)
  }
}
