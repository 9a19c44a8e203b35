import Domain

/// Writes runs of text with the line breaks that HTML asks for: never one at the start or the end.
struct HTMLTextWriter {
  /// How many blockquotes the next text stands in.
  var quoteDepth = 0
  /// Of the text that comes next.
  var emphasis: Emphasis = []
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
  /// Marks that stand before the next text, if there is any.
  private var openings: [String] = []
  /// Whether the readings of ruby stand behind a parenthesis that has not been closed.
  private var isRubyOpen = false
  private var emphasized: [EmphasizedRange] = []
  /// How much of the text lies in `runs`, in bytes of UTF-8.
  private var flushedLength = 0

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
    let end = length
    flushBreaks()
    let start = length
    link?.text += string
    note(from: start, behind: end)
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

  /// - Parameter marker: what stands before the item.
  mutating func startItem(_ marker: String, isFirst: Bool) {
    if !isFirst { breaks = 1 }
    flushBreaks()
    write(marker)
    isAtItemStart = true
  }

  /// Puts a mark before the next text.
  mutating func open(_ mark: String) {
    openings.append(mark)
  }

  /// Puts a mark behind the text since the last one was opened that is still open; where there was none, there are no
  /// marks.
  mutating func close(_ mark: String) {
    if openings.popLast() == nil { insertBehindText(mark) }
  }

  /// What comes next is the reading of a base of ruby. Several of them stand in the same parentheses.
  mutating func startRuby() {
    if !isRubyOpen, openings.last != Self.rubyOpening { openings.append(Self.rubyOpening) }
  }

  mutating func endRubyText() {
    if openings.last == Self.rubyOpening { openings.removeLast() } else { isRubyOpen = true }
  }

  /// Closes the parentheses around readings, where they are open.
  mutating func endRuby() {
    guard isRubyOpen else { return }
    isRubyOpen = false
    insertBehindText(")")
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
    flushedLength += ended.text.utf8.count
    let label = ended.label.isEmpty ? nil : ended.label
    runs.append(.link(Link(url: ended.url, text: ended.text, label: label, kind: ended.kind)))
  }

  mutating func finish() -> PostText {
    endLink()
    while text.last?.isWhitespace == true { text.removeLast() }
    flushText()
    return PostText(runs, emphasis: emphasized.compactMap { $0.clamped(to: flushedLength) })
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
    let end = length
    flushBreaks()
    let start = length
    if openings.isEmpty {
      write(string)
    } else {
      // Marks stand beside what they mark, not beside blanks.
      let words = string.drop { $0 == " " }
      let blanks = String(string[..<words.startIndex])
      write(words.isEmpty ? blanks : blanks + openings.joined() + words)
      if !words.isEmpty { openings = [] }
    }
    note(from: start, behind: end)
  }

  private mutating func write(_ string: String) {
    if link == nil {
      text += string
    } else {
      link?.text += string
      link?.label += string
    }
  }

  /// Of all that has been written, in bytes of UTF-8.
  private var length: Int { flushedLength + text.utf8.count + (link?.text.utf8.count ?? 0) }

  /// Blanks belong to the text before them, not to what is inserted.
  private mutating func insertBehindText(_ mark: String) {
    guard !isEmpty, !mark.isEmpty else { return }
    let start = length
    if link == nil, let end = text.lastIndex(where: { $0 != " " }) {
      text.insert(contentsOf: mark, at: text.index(after: end))
    } else {
      write(mark)
    }
    note(from: start, behind: start)
  }

  /// Notes the emphasis of what has been written since.
  /// - Parameter end: where the text before it ends: between the two there are only blanks and line breaks.
  private mutating func note(from start: Int, behind end: Int) {
    guard !emphasis.isEmpty, length > start else { return }
    if let last = emphasized.last, last.end == end, last.emphasis == emphasis {
      emphasized[emphasized.count - 1].length = length - last.start
    } else {
      emphasized.append(EmphasizedRange(start: start, length: length - start, emphasis))
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
    flushedLength += text.utf8.count
    text = ""
  }

  private static let rubyOpening = "("

  private static func quoteMarks(_ depth: Int) -> String { String(repeating: "> ", count: min(depth, 8)) }

  private static func isSourceBreak(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r" || scalar == "\t"
  }
}

extension EmphasizedRange {
  /// nil where nothing of it is left.
  fileprivate func clamped(to length: Int) -> EmphasizedRange? {
    start < length ? EmphasizedRange(start: start, length: min(end, length) - start, emphasis) : nil
  }
}
