import TerminalKit

/// How much of a post is laid out: more than anyone reads, and less than fills the memory.
extension PostCellLayout {
  /// Of one text, and of everything of one kind.
  private static let maxLines = 20_000
  /// Of one kind: links, media, answers of a poll.
  private static let maxPieces = 1_000

  /// The lines of a text, and how many more there are.
  func bounded(_ text: StyledText, width: Int) -> (lines: [StyledText], rest: Int) {
    guard text.spans.reduce(0, { $0 + $1.text.utf8.count }) > Self.maxLines else {
      return (TextLayout.wrap(text, width: width), 0)
    }
    var counter = LineCounter(width: width, maxLines: Self.maxLines)
    var spans: [StyledText.Span] = []
    for span in text.spans {
      let wasFull = counter.isFull
      let end = counter.count(span.text)
      if !wasFull { spans.append(StyledText.Span(String(span.text[..<end]), span.style, target: span.target)) }
    }
    let isCut = counter.rest > 0
    return (TextLayout.wrap(isCut ? StyledText(spans) : text, width: width), counter.rest)
  }

  /// The lines of a text; of one that nobody reads to its end, how many more there are.
  public func wrap(_ text: StyledText, width: Int) -> [StyledText] {
    let (lines, rest) = bounded(text, width: width)
    return rest == 0 ? lines : lines + more(rest, "line", "lines", width: width)
  }

  /// The lines of all pieces of one kind.
  func lines<Piece>(
    of pieces: [Piece], _ one: String, _ many: String, _ lines: (Int, Piece) -> [StyledText]
  ) -> [StyledText] {
    var all: [StyledText] = []
    for (index, piece) in pieces.enumerated() {
      guard index < Self.maxPieces, all.count < Self.maxLines else {
        return all + more(pieces.count - index, one, many, width: width)
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
