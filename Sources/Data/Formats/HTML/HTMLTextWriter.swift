import Domain

/// Writes runs of text with the line breaks that HTML requires, without leading and trailing ones.
struct HTMLTextWriter {
  /// The quote depth of the next text.
  var quoteDepth = 0
  /// The emphasis of the next text.
  var emphasis: Emphasis = []
  /// Whether only line breaks were written since the end of a list item.
  private(set) var isAfterItem = false

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
  /// The number of line breaks before the next text.
  private var breaks = 0
  /// Whether the last of them is from a block, not from `<br>`.
  private var isAtBlockStart = true
  private var pendingSpace = false
  /// The quote depth of the last text.
  private var lastQuoteDepth = 0
  private var isAtItemStart = false
  /// Marks to write before the next text, if there is any.
  private var pendingMarks: [String] = []
  /// Whether the parenthesis of ruby annotations is open.
  private var isRubyOpen = false
  private var emphasized: [EmphasizedRange] = []
  /// The length of the text in `runs`, in bytes of UTF-8.
  private var flushedLength = 0

  /// Appends text. White space with a line break in the source becomes a space; spaces alone are preserved, as on
  /// Mastodon's own pages.
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

  /// Appends text with its line breaks.
  mutating func appendPreformatted(_ string: String) {
    for (index, line) in string.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { insertNewline() }
      if !line.isEmpty { appendText(String(line)) }
    }
  }

  /// Appends text of a link that is not displayed.
  mutating func appendInvisible(_ string: String) {
    guard link != nil, !string.isEmpty else { return }
    let end = length
    flushBreaks()
    let start = length
    link?.text += string
    recordEmphasis(from: start, behind: end)
  }

  mutating func appendEllipsis() {
    link?.label += "…"
  }

  /// Ensures a minimum number of line breaks before the next text.
  mutating func breakLine(_ count: Int) {
    guard !isAtItemStart else { return }
    pendingSpace = false
    isAtBlockStart = true
    breaks = max(breaks, count)
  }

  /// Adds a line break.
  mutating func insertNewline() {
    guard !isAtItemStart else { return }
    pendingSpace = false
    isAtBlockStart = false
    breaks += 1
  }

  mutating func separateWords() {
    if !isAtLineStart { pendingSpace = true }
  }

  /// - Parameter marker: the marker before the item.
  mutating func startItem(_ marker: String, isFirst: Bool) {
    if !isFirst { breaks = 1 }
    flushBreaks()
    write(marker)
    isAtItemStart = true
  }

  /// Opens a mark before the next text.
  mutating func open(_ mark: String) {
    pendingMarks.append(mark)
  }

  /// Closes a mark after the text since the last open one. Without text between them, neither is written.
  mutating func close(_ mark: String) {
    if pendingMarks.popLast() == nil { insertAfterText(mark) }
  }

  /// Starts a ruby annotation. Consecutive ones share the parentheses.
  mutating func startRuby() {
    if !isRubyOpen, pendingMarks.last != Self.rubyOpening { pendingMarks.append(Self.rubyOpening) }
  }

  mutating func endRubyText() {
    if pendingMarks.last == Self.rubyOpening { pendingMarks.removeLast() } else { isRubyOpen = true }
  }

  /// Closes the parentheses of ruby annotations, if open.
  mutating func endRuby() {
    guard isRubyOpen else { return }
    isRubyOpen = false
    insertAfterText(")")
  }

  mutating func endItem() {
    isAtItemStart = false
    isAfterItem = true
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
    appendText(String(piece))
  }

  private mutating func appendText(_ string: String) {
    let end = length
    flushBreaks()
    let start = length
    if pendingMarks.isEmpty {
      write(string)
    } else {
      // Marks are next to text, not to white space.
      let words = string.drop { $0 == " " }
      let blanks = String(string[..<words.startIndex])
      write(words.isEmpty ? blanks : blanks + pendingMarks.joined() + words)
      if !words.isEmpty { pendingMarks = [] }
    }
    recordEmphasis(from: start, behind: end)
  }

  private mutating func write(_ string: String) {
    if link == nil {
      text += string
    } else {
      link?.text += string
      link?.label += string
    }
  }

  /// The length of all text written, in bytes of UTF-8.
  private var length: Int { flushedLength + text.utf8.count + (link?.text.utf8.count ?? 0) }

  /// Inserts a mark before trailing white space.
  private mutating func insertAfterText(_ mark: String) {
    guard !isEmpty, !mark.isEmpty else { return }
    let start = length
    if link == nil, let end = text.lastIndex(where: { $0 != " " }) {
      text.insert(contentsOf: mark, at: text.index(after: end))
    } else {
      write(mark)
    }
    recordEmphasis(from: start, behind: start)
  }

  /// Records the emphasis of the text since a position.
  /// - Parameter end: the end of the text before it, with only white space in between.
  private mutating func recordEmphasis(from start: Int, behind end: Int) {
    guard !emphasis.isEmpty, length > start else { return }
    if let last = emphasized.last, last.end == end, last.emphasis == emphasis {
      emphasized[emphasized.count - 1].length = length - last.start
    } else {
      emphasized.append(EmphasizedRange(start: start, length: length - start, emphasis))
    }
  }

  /// Writes the pending line breaks, before a link that has just begun.
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
    (isAtItemStart, isAfterItem) = (false, false)
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
  /// nil if nothing of it is left.
  fileprivate func clamped(to length: Int) -> EmphasizedRange? {
    start < length ? EmphasizedRange(start: start, length: min(end, length) - start, emphasis) : nil
  }
}
