import Domain

/// Tracks the open elements and writes their content.
struct HTMLTextBuilder {
  private let showsQuote: Bool
  private var writer = HTMLTextWriter()
  private var open = HTMLOpenElements()
  /// The open lists.
  private var lists: [HTMLList] = []
  /// The maximum depth. Deeper elements have no effect.
  private static let maxDepth = 200

  init(showsQuote: Bool) {
    self.showsQuote = showsQuote
  }

  mutating func append(_ text: String) {
    if isOmitted || open.has(.rubyParenthesis) { return }
    if !open.has(.rubyText), !text.allSatisfy(\.isWhitespace) { writer.endRuby() }
    if open.has(.invisible) {
      writer.appendInvisible(text)
    } else if open.has(.preformatted) {
      writer.appendPreformatted(text)
    } else {
      writer.append(text)
    }
  }

  /// - Parameters:
  ///   - content: the plain text of the element, if its marks depend on it.
  ///   - itemCount: the number of items of a list that counts down.
  mutating func start(
    _ name: String, _ attributes: [String: String], holding content: String? = nil, itemCount: Int? = nil
  ) {
    closeImplicitly(by: name)
    if HTMLElements.empty.contains(name) { return insert(name, attributes) }
    guard open.count < Self.maxDepth else { return }
    let isFirstItem = name == "li" && !writer.isAfterItem
    breakLine(around: name)
    let marks = HTMLMarks.around(name, holding: content, isPreformatted: open.has(.preformatted))
    open.append(name, classes: attributes["class"], closing: marks?.closing)
    if HTMLElements.lists.contains(name) {
      lists.append(HTMLList(name, attributes, in: lists.last, itemCount: itemCount))
    }
    guard !isOmitted else { return }
    if let marks { writer.open(marks.opening) }
    writer.emphasis = open.emphasis
    switch name {
    case "a": writer.startLink(attributes["href"] ?? "", Self.kind(of: attributes))
    case "blockquote": writer.quoteDepth += 1
    case "li": startItem(attributes, isFirst: isFirstItem)
    case "rt", "rtc": if open.lastIndex(of: "ruby") != nil { writer.startRuby() }
    case "td", "th": writer.separateWords()
    default: break
    }
  }

  private mutating func startItem(_ attributes: [String: String], isFirst: Bool) {
    var list = lists.popLast() ?? HTMLList("ul", [:], in: nil)
    let marker = list.marker(attributes)
    writer.startItem(String(repeating: " ", count: list.indent) + marker, isFirst: isFirst)
    // An item outside a list has none to continue.
    if open.has(.list) { lists.append(list) }
  }

  /// The kind of a link by the classes that Mastodon and others use: a hashtag has both. Takahē, Misskey and others use
  /// `rel="tag"` (microformats, “rel-tag”).
  private static func kind(of attributes: [String: String]) -> Link.Kind {
    func words(_ name: String) -> [Substring] { attributes[name]?.split(whereSeparator: \.isWhitespace) ?? [] }
    let classes = words("class")
    if classes.contains("hashtag") || words("rel").contains("tag") { return .tag }
    return classes.contains("mention") ? .mention : .address
  }

  mutating func end(_ name: String) {
    guard let index = open.lastIndex(of: name) else {
      return name == "p" || name == "br" ? writer.breakLine(name == "p" ? 2 : 1) : ()
    }
    close(downTo: index)
  }

  mutating func finish() -> PostText {
    close(downTo: 0)
    return writer.finish()
  }
}

extension HTMLTextBuilder {
  /// Whether the content is omitted: the line `RE: address` before a quote that is shown.
  private var isOmitted: Bool { showsQuote && open.has(.inlineQuote) }

  private mutating func insert(_ name: String, _ attributes: [String: String]) {
    guard !isOmitted else { return }
    switch name {
    case "br": writer.insertNewline()
    case "hr": writer.breakLine(2)
    case "img": append(attributes["alt"] ?? "")
    case "input" where attributes["type"]?.lowercased() == "checkbox":
      append(attributes["checked"] == nil ? "[ ]" : "[x]")
    default: break
    }
  }

  /// Closes elements implicitly: a paragraph ends at another block, an item at the next one.
  private mutating func closeImplicitly(by name: String) {
    let isBlock = HTMLElements.paragraphs.contains(name) || HTMLElements.lines.contains(name)
    if isBlock, let last = open.lastIndex(of: "p") { close(downTo: last) }
    if Self.rubyParts.contains(name),
      let last = open.lastIndex(
        ofAny: name == "rt" ? Self.rubyParts.subtracting(["rtc"]) : Self.rubyParts, within: "ruby")
    {
      close(downTo: last)
    }
    if name == "li" || name == "dt" || name == "dd" || name == "a",
      let last = open.lastIndex(of: name), name == "a" || !open.has(.list, from: last)
    {
      close(downTo: last)
    }
  }

  private static let rubyParts: Set<String> = ["rb", "rt", "rtc", "rp"]

  private mutating func close(downTo index: Int) {
    while open.count > index {
      let wasDropped = isOmitted
      guard let element = open.popLast() else { return }
      if element.kinds.contains(.list) { lists.removeLast() }
      guard !wasDropped else { continue }
      if element.kinds.contains(.ellipsis) { writer.appendEllipsis() }
      if let closing = element.closing { writer.close(closing) }
      writer.emphasis = open.emphasis
      switch element.name {
      case "rt", "rtc": if !open.has(.rubyText) { writer.endRubyText() }
      case "ruby": writer.endRuby()
      case "a": writer.endLink()
      case "blockquote": writer.quoteDepth -= 1
      case "li": writer.endItem()
      default: break
      }
      breakLine(around: element.name)
    }
  }

  private mutating func breakLine(around name: String) {
    guard !isOmitted else { return }
    if HTMLElements.paragraphs.contains(name) {
      let isNestedList = HTMLElements.lists.contains(name) && open.has(.item)
      writer.breakLine(isNestedList ? 1 : 2)
    } else if HTMLElements.lines.contains(name) {
      writer.breakLine(1)
    }
  }
}

/// Conversion of a post's HTML to text.
package enum HTMLText {
  /// The text of HTML. Paragraphs are separated by blank lines, list items have bullets or numbers, quotes `> `; for
  /// others see `HTMLMarks`.
  /// - Parameter showsQuote: whether the quoted post is shown, so that the line that names it is dropped.
  package static func text(of html: String, showsQuote: Bool = false) -> PostText {
    var tokens = HTMLTokenizer(html)
    var builder = HTMLTextBuilder(showsQuote: showsQuote)
    while let token = tokens.next() {
      switch token {
      case .text(let text): builder.append(text)
      case .start(let name, _) where HTMLElements.unread.contains(name): tokens.skipContent(of: name)
      case .start(let name, let attributes) where HTMLElements.foreign.contains(name):
        let characters = attributes["/"] == nil ? tokens.skipForeignContent(of: name) : ""
        let alternative = attributes["alttext"] ?? attributes["aria-label"] ?? (name == "math" ? characters : "")
        if !alternative.isEmpty { builder.append(alternative) }
      case .start(let name, let attributes):
        let content = HTMLMarks.dependOnContent.contains(name) ? tokens.peekContent(of: name) : nil
        let items = HTMLList.countsDown(name, attributes) ? tokens.peekItemCount() : nil
        builder.start(name, attributes, holding: content, itemCount: items)
      case .end(let name): builder.end(name)
      }
    }
    return builder.finish()
  }
}

extension PostText {
  /// The text with links to mentioned accounts marked as such, where the HTML does not.
  func marking(_ mentions: [Mention]) -> PostText {
    guard !mentions.isEmpty else { return self }
    var text = self
    text.runs = runs.map { run in
      guard case .link(var link) = run, link.kind == .address, mentions.mention(of: link) != nil else { return run }
      link.kind = .mention
      return .link(link)
    }
    return text
  }
}
