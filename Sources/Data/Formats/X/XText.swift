import Domain

/// A tweet's text. It is escaped (`&amp; &lt; &gt;`), and entities index code points of the escaped text: so entities
/// are cut out before unescaping.
enum XText {
  /// The text in archives and v1.1, without the trailing addresses that X appends for media and quoted tweets.
  static func text(of tweet: JSONValue, quote: Quote? = nil) -> PostText {
    let text = CodePoints(tweet["full_text"]?.string ?? tweet["text"]?.string ?? "")
    let media = XMedia.entities(of: tweet)
    let entities =
      entities(of: tweet, in: text) + media.prefix(XTextEntity.maxCount).compactMap { XTextEntity(url: $0, in: text) }
    let addresses = Set(media.compactMap(XTextEntity.address))
    return self.text(text, shown: XTextEntity.shownRange(of: tweet), entities: entities)
      .droppingTrailingLinks { addresses.contains($0.url) || isShown($0, in: quote) }
  }

  /// - Parameters:
  ///   - text: the escaped text.
  ///   - shown: the range that X displays, if stated: without the leading handles of a reply.
  static func text(_ text: CodePoints, shown: Range<Int>?, entities: [XTextEntity]) -> PostText {
    let entities = entities.sorted { $0.range.lowerBound < $1.range.lowerBound }
    let shown = trimmed(range(shown, of: text, around: entities), in: text)
    return PostText(runs(of: text, shown: shown, entities: nonoverlapping(entities, within: shown)))
  }

  /// The links in the text.
  static func entities(of tweet: JSONValue, in text: CodePoints) -> [XTextEntity] {
    let urls = tweet["entities"]?["urls"]?.elements.prefix(XTextEntity.maxCount) ?? []
    return urls.compactMap { XTextEntity(url: $0, in: text) }
  }

  /// Whether a link is to the quoted tweet, if that is shown.
  static func isShown(_ link: Link, in quote: Quote?) -> Bool {
    guard case .shown(let quoted)? = quote else { return false }
    return XAddress.isLink(link.url, to: quoted.id)
  }

  /// X escapes only these three characters.
  static func unescape(_ text: Substring) -> String {
    guard text.contains(byte: UInt8(ascii: "&")) else { return String(text) }
    var result = ""
    var rest = text
    while let mark = rest.utf8.firstIndex(of: UInt8(ascii: "&")) {
      let reference = references.first { rest.utf8[mark...].starts(with: $0.written.utf8) }
      result += rest[..<mark]
      result += reference?.meaning ?? "&"
      rest = rest[rest.utf8.index(mark, offsetBy: reference?.written.utf8.count ?? 1)...]
    }
    return result + rest
  }
}

extension XText {
  private static let references: [(written: String, meaning: String)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"),
  ]

  /// The displayed range. X may give the range in longer text that begins with this one. A bound within an address is
  /// not used.
  private static func range(
    _ shown: Range<Int>?, of text: CodePoints, around entities: [XTextEntity]
  ) -> Range<Int> {
    guard let shown, shown.lowerBound <= text.count else { return text.indices }
    let range = shown.clamped(to: text.indices)
    func cuts(_ bound: Int) -> Bool {
      entities.contains { $0.range.lowerBound < bound && bound < $0.range.upperBound }
    }
    let start = cuts(range.lowerBound) ? 0 : range.lowerBound
    return start..<(cuts(range.upperBound) ? text.count : range.upperBound)
  }

  private static func trimmed(_ range: Range<Int>, in text: CodePoints) -> Range<Int> {
    let part = text[range]
    // Most posts end with a letter, a digit or a mark.
    if let last = part.utf8.last, 0x21..<0x7F ~= last { return range }
    let blanks = part.unicodeScalars.reversed().prefix { $0.properties.isWhitespace }
    return range.lowerBound..<range.upperBound - blanks.count
  }

  /// The entities in order, each range once: several pictures share an address.
  private static func nonoverlapping(_ entities: [XTextEntity], within shown: Range<Int>) -> [XTextEntity] {
    var ordered: [XTextEntity] = []
    for entity in entities {
      guard shown.lowerBound <= entity.range.lowerBound, entity.range.upperBound <= shown.upperBound,
        entity.range.lowerBound >= ordered.last?.range.upperBound ?? 0
      else { continue }
      ordered.append(entity)
    }
    return ordered
  }

  private static func runs(
    of text: CodePoints, shown: Range<Int>, entities: [XTextEntity]
  ) -> [PostText.Run] {
    var runs: [PostText.Run] = []
    var start = shown.lowerBound
    for entity in entities {
      runs += LinkDetector.runs(in: unescape(text[start..<entity.range.lowerBound]))
      runs.append(.link(entity.link))
      start = entity.range.upperBound
    }
    return runs + LinkDetector.runs(in: unescape(text[start..<shown.upperBound]))
  }
}

extension PostText {
  /// The text without trailing links that match.
  func droppingTrailingLinks(where isShown: (Link) -> Bool) -> PostText {
    var runs = runs
    while case .link(let link)? = runs.last, isShown(link) {
      runs.removeLast()
      guard case .text(let text)? = runs.last else { continue }
      runs.removeLast()
      let end = text.lastIndex { !$0.isWhitespace }
      if let end { runs.append(.text(String(text[...end]))) }
    }
    return PostText(runs)
  }
}
