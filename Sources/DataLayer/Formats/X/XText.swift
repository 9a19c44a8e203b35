import Domain

/// A tweet's text. It is escaped (`&amp; &lt; &gt;`), and the indices of its entities count code points of the escaped
/// text: so first the entities are cut out, and then the rest is unescaped.
enum XText {
  /// As the archive and v1.1 have it, without the addresses at its end that X put there for what is shown beside it:
  /// its media and the tweet that it quotes.
  static func text(of tweet: JSONValue, quote: Quote? = nil) -> PostText {
    let text = tweet["full_text"]?.string ?? tweet["text"]?.string ?? ""
    let scalars = Array(text.unicodeScalars)
    let media = XMedia.entities(of: tweet)
    let entities =
      entities(of: tweet, in: scalars) + media.prefix(XTextEntity.most).compactMap { XTextEntity(url: $0, in: scalars) }
    let addresses = Set(media.compactMap(XTextEntity.address))
    return self.text(scalars, shown: XTextEntity.shownRange(of: tweet), entities: entities)
      .droppingTrailingLinks { addresses.contains($0.url) || isShown($0, in: quote) }
  }

  /// - Parameters:
  ///   - scalars: the escaped text.
  ///   - shown: the part of it that X itself shows, where it says so: not the handles that an answer starts with.
  static func text(_ scalars: [Unicode.Scalar], shown: Range<Int>?, entities: [XTextEntity]) -> PostText {
    let entities = entities.sorted { $0.range.lowerBound < $1.range.lowerBound }
    let shown = trimmed(range(shown, of: scalars, around: entities), in: scalars)
    return PostText(runs(of: scalars, shown: shown, entities: inOrder(entities, within: shown)))
  }

  /// The addresses in a text.
  static func entities(of tweet: JSONValue, in scalars: [Unicode.Scalar]) -> [XTextEntity] {
    let urls = tweet["entities"]?["urls"]?.elements.prefix(XTextEntity.most) ?? []
    return urls.compactMap { XTextEntity(url: $0, in: scalars) }
  }

  /// Whether a link leads to a quoted tweet that is shown.
  static func isShown(_ link: Link, in quote: Quote?) -> Bool {
    guard case .shown(let quoted)? = quote else { return false }
    return XAddress.leads(link.url, to: quoted.id)
  }

  /// X escapes these three and nothing else.
  static func unescape(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var result = String.UnicodeScalarView()
    var rest = scalars
    while let first = rest.first {
      let reference = first == "&" ? references.first { rest.starts(with: $0.written.unicodeScalars) } : nil
      result.append(reference?.meaning ?? first)
      rest = rest.dropFirst(reference?.written.unicodeScalars.count ?? 1)
    }
    return String(result)
  }
}

extension XText {
  private static let references: [(written: String, meaning: Unicode.Scalar)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"),
  ]

  /// A bound that cuts an address in two is that of another text, of which this one is the beginning.
  private static func range(
    _ shown: Range<Int>?, of scalars: [Unicode.Scalar], around entities: [XTextEntity]
  ) -> Range<Int> {
    guard let shown, shown.lowerBound <= scalars.count else { return scalars.indices }
    let range = shown.clamped(to: scalars.indices)
    func cuts(_ bound: Int) -> Bool {
      entities.contains { $0.range.lowerBound < bound && bound < $0.range.upperBound }
    }
    let start = cuts(range.lowerBound) ? 0 : range.lowerBound
    return start..<(cuts(range.upperBound) ? scalars.count : range.upperBound)
  }

  private static func trimmed(_ range: Range<Int>, in scalars: [Unicode.Scalar]) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, scalars[end - 1].properties.isWhitespace { end -= 1 }
    return range.lowerBound..<end
  }

  /// Each place once: several pictures share one address.
  private static func inOrder(_ entities: [XTextEntity], within shown: Range<Int>) -> [XTextEntity] {
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
    of scalars: [Unicode.Scalar], shown: Range<Int>, entities: [XTextEntity]
  ) -> [PostText.Run] {
    var runs: [PostText.Run] = []
    var start = shown.lowerBound
    for entity in entities {
      runs += LinkDetector.runs(in: unescape(scalars[start..<entity.range.lowerBound]))
      runs.append(.link(entity.link))
      start = entity.range.upperBound
    }
    return runs + LinkDetector.runs(in: unescape(scalars[start..<shown.upperBound]))
  }
}
