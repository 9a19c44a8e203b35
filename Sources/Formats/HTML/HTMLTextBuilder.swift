import Domain

/// Follows which elements are open and writes what they hold.
struct HTMLTextBuilder {
  private let showsQuote: Bool
  private var writer = HTMLTextWriter()
  private var open = HTMLOpenElements()
  /// More than any post needs; what is nested deeper has no effect.
  private static let maxDepth = 200

  init(showsQuote: Bool) {
    self.showsQuote = showsQuote
  }

  mutating func append(_ text: String) {
    if isDropped { return }
    if open.has(.invisible) {
      writer.appendInvisible(text)
    } else if open.has(.preformatted) {
      writer.appendPreformatted(text)
    } else {
      writer.append(text)
    }
  }

  mutating func start(_ name: String, _ attributes: [String: String]) {
    closeImplied(by: name)
    if HTMLElements.empty.contains(name) { return insert(name, attributes) }
    guard open.count < Self.maxDepth else { return }
    let isFirstItem = name == "li" && !writer.isBehindItem
    breakLine(around: name)
    open.append(name, classes: attributes["class"])
    guard !isDropped else { return }
    switch name {
    case "a": writer.startLink(attributes["href"] ?? "", Self.kind(of: attributes["class"]))
    case "blockquote": writer.quoteDepth += 1
    case "li":
      writer.startItem(depth: max(0, open.count(of: .list) - 1), isFirst: isFirstItem)
    case "td", "th": writer.separateWords()
    default: break
    }
  }

  /// By the classes that Mastodon and others give their links: a tag has both.
  private static func kind(of classes: String?) -> Link.Kind {
    let classes = classes?.split(whereSeparator: \.isWhitespace) ?? []
    return classes.contains("hashtag") ? .tag : classes.contains("mention") ? .mention : .address
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
  /// Whether what stands here is left out: the line `RE: address` above a quote that is shown itself.
  private var isDropped: Bool { showsQuote && open.has(.inlineQuote) }

  private mutating func insert(_ name: String, _ attributes: [String: String]) {
    guard !isDropped else { return }
    switch name {
    case "br": writer.insertNewline()
    case "hr": writer.breakLine(2)
    case "img": append(attributes["alt"] ?? "")
    default: break
    }
  }

  /// A paragraph ends where another block starts, an item where the next one does.
  private mutating func closeImplied(by name: String) {
    let isBlock = HTMLElements.paragraphs.contains(name) || HTMLElements.lines.contains(name)
    if isBlock, let last = open.lastIndex(of: "p") { close(downTo: last) }
    if name == "li" || name == "dt" || name == "dd" || name == "a",
      let last = open.lastIndex(of: name), name == "a" || !open.has(.list, from: last)
    {
      close(downTo: last)
    }
  }

  private mutating func close(downTo index: Int) {
    while open.count > index {
      let wasDropped = isDropped
      guard let element = open.popLast() else { return }
      guard !wasDropped else { continue }
      if element.sorts.contains(.ellipsis) { writer.appendEllipsis() }
      switch element.name {
      case "a": writer.endLink()
      case "blockquote": writer.quoteDepth -= 1
      case "li": writer.endItem()
      default: break
      }
      breakLine(around: element.name)
    }
  }

  private mutating func breakLine(around name: String) {
    guard !isDropped else { return }
    if HTMLElements.paragraphs.contains(name) {
      let isNestedList = HTMLElements.lists.contains(name) && open.has(.item)
      writer.breakLine(isNestedList ? 1 : 2)
    } else if HTMLElements.lines.contains(name) {
      writer.breakLine(1)
    }
  }
}

/// A post's HTML as its text.
package enum HTMLText {
  /// Paragraphs stand apart by a blank line, list items have bullets, quotes `> `.
  /// - Parameter showsQuote: the quoted post itself is shown, so that the line that names it is dropped.
  package static func text(of html: String, showsQuote: Bool = false) -> PostText {
    var tokens = HTMLTokenizer(html)
    var builder = HTMLTextBuilder(showsQuote: showsQuote)
    while let token = tokens.next() {
      switch token {
      case .text(let text): builder.append(text)
      case .start(let name, _) where HTMLElements.unread.contains(name): tokens.skipContent(of: name)
      case .start(let name, let attributes): builder.start(name, attributes)
      case .end(let name): builder.end(name)
      }
    }
    return builder.finish()
  }
}

extension PostText {
  /// With links to people for what they are, where the page itself does not say.
  func marking(_ mentions: [Mention]) -> PostText {
    guard !mentions.isEmpty else { return self }
    return PostText(
      runs.map { run in
        guard case .link(var link) = run, link.kind == .address, mentions.mention(of: link) != nil else { return run }
        link.kind = .mention
        return .link(link)
      })
  }
}
