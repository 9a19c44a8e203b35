import Domain

/// Writes runs of text with the line breaks that HTML asks for: never one at the start or the end.
struct HTMLTextWriter {
  /// How many blockquotes the next text stands in.
  var quoteDepth = 0
  /// Whether nothing but line breaks came since an item of a list ended.
  private(set) var isBehindItem = false

  private struct OpenLink {
    var url: String
    var kind: Link.Kind
    var text = ""
    var label = ""
  }

  private var runs: [PostText.Run] = []
  private var text = ""
  private var link: OpenLink?
  private var isEmpty = true
  /// Line breaks that the next text brings with it.
  private var breaks = 0
  /// Whether a block asked for the last of them, and no `<br>`.
  private var isAtBlockStart = true
  private var pendingSpace = false
  /// The depth of quotes that the last text stands in.
  private var lastQuoteDepth = 0
  private var isAtItemStart = false

  /// A run of blanks with a line break of the source in it counts as one space; spaces alone stay as they are, as
  /// Mastodon's own pages show them.
  mutating func append(_ string: String) {
    var rest = string.unicodeScalars[...]
    guard string.utf8.contains(where: { $0 <= 0x0D }) else { return write(rest) }
    while !rest.isEmpty {
      let piece = rest.prefix { !Self.isSourceBreak($0) }
      write(piece)
      rest = rest[piece.endIndex...]
      let blanks = rest.prefix { Self.isSourceBreak($0) || $0 == " " }
      if !blanks.isEmpty { separateWords() }
      rest = rest[blanks.endIndex...]
    }
  }

  /// Text whose line breaks stand.
  mutating func appendPreformatted(_ string: String) {
    for (index, line) in string.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { insertNewline() }
      if !line.isEmpty { put(String(line)) }
    }
  }

  /// Text of a link that is not drawn.
  mutating func appendInvisible(_ string: String) {
    guard link != nil, !string.isEmpty else { return }
    flushBreaks()
    link?.text += string
  }

  mutating func appendEllipsis() {
    link?.label += "…"
  }

  /// At least this many line breaks before the next text.
  mutating func breakLine(_ count: Int) {
    guard !isAtItemStart else { return }
    pendingSpace = false
    isAtBlockStart = true
    breaks = max(breaks, count)
  }

  /// One more line break.
  mutating func insertNewline() {
    guard !isAtItemStart else { return }
    pendingSpace = false
    isAtBlockStart = false
    breaks += 1
  }

  mutating func separateWords() {
    if !isAtLineStart { pendingSpace = true }
  }

  mutating func startItem(depth: Int, isFirst: Bool) {
    if !isFirst { breaks = 1 }
    put(String(repeating: "  ", count: min(depth, 8)) + "• ")
    isAtItemStart = true
  }

  mutating func endItem() {
    isAtItemStart = false
    isBehindItem = true
  }

  mutating func startLink(_ url: String, _ kind: Link.Kind) {
    endLink()
    link = OpenLink(url: url, kind: kind)
  }

  mutating func endLink() {
    guard let ended = link else { return }
    link = nil
    guard !ended.text.isEmpty else { return }
    guard !ended.url.isEmpty else {
      text += ended.text
      return
    }
    flushText()
    let label = ended.label.isEmpty ? nil : ended.label
    runs.append(.link(Link(url: ended.url, text: ended.text, label: label, kind: ended.kind)))
  }

  mutating func finish() -> PostText {
    endLink()
    while text.last?.isWhitespace == true { text.removeLast() }
    flushText()
    return PostText(runs)
  }
}

extension HTMLTextWriter {
  private var isAtLineStart: Bool { isEmpty || breaks > 0 || isAtItemStart }

  private mutating func write(_ piece: Substring.UnicodeScalarView) {
    var piece = piece
    if isAtLineStart, isAtBlockStart || isAtItemStart || piece.allSatisfy({ $0 == " " }) {
      piece = piece.drop { $0 == " " }
    }
    guard !piece.isEmpty else { return }
    put(String(piece))
  }

  private mutating func put(_ string: String) {
    flushBreaks()
    if link == nil {
      text += string
    } else {
      link?.text += string
      link?.label += string
    }
  }

  /// Writes the breaks before the next text: in front of a link that has just begun, not into it.
  private mutating func flushBreaks() {
    var separator = ""
    if isEmpty {
      separator = Self.quoteMarks(quoteDepth)
    } else if breaks > 0 {
      let between = Self.quoteMarks(min(lastQuoteDepth, quoteDepth))
      let emptyLine = "\n" + (between.isEmpty ? "" : String(between.dropLast()))
      separator = String(repeating: emptyLine, count: breaks - 1) + "\n" + Self.quoteMarks(quoteDepth)
    } else if pendingSpace {
      separator = " "
    }
    if let open = link, !open.text.isEmpty {
      link?.text += separator
      link?.label += separator
    } else {
      text += separator
    }
    (isEmpty, breaks, pendingSpace, isAtBlockStart) = (false, 0, false, false)
    (isAtItemStart, isBehindItem) = (false, false)
    lastQuoteDepth = quoteDepth
  }

  private mutating func flushText() {
    if !text.isEmpty { runs.append(.text(text)) }
    text = ""
  }

  private static func quoteMarks(_ depth: Int) -> String { String(repeating: "> ", count: min(depth, 8)) }

  private static func isSourceBreak(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r" || scalar == "\t"
  }
}
