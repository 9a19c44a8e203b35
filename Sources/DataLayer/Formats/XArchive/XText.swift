import Domain

/// A tweet's text. It is escaped (`&amp; &lt; &gt;`), and the indices of its entities count code points of the escaped
/// text: so first the entities are cut out, and then the rest is unescaped.
enum XText {
  static func text(of tweet: JSONValue) -> PostText {
    let scalars = Array(((tweet["full_text"] ?? tweet["text"])?.string ?? "").unicodeScalars)
    let urls = tweet["entities"]?["urls"]?.elements ?? []
    let entities =
      urls.compactMap { XTextEntity($0, isMedia: false, in: scalars) }
      + XMedia.entities(of: tweet).compactMap { XTextEntity($0, isMedia: true, in: scalars) }
    let shown = shownRange(of: tweet, in: scalars)
    return PostText(runs(of: scalars, shown: shown, entities: inOrder(entities, within: shown)))
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

  /// What X itself shows: not the handles that an answer starts with, where it says so.
  private static func shownRange(of tweet: JSONValue, in scalars: [Unicode.Scalar]) -> Range<Int> {
    guard let range = XTextEntity.range(tweet["display_text_range"]), range.lowerBound < scalars.count else {
      return scalars.indices
    }
    return range.clamped(to: scalars.indices)
  }

  /// Each place once: several pictures share one address.
  private static func inOrder(_ entities: [XTextEntity], within shown: Range<Int>) -> [XTextEntity] {
    var ordered: [XTextEntity] = []
    for entity in entities.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
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
    var entities = entities
    var end = trimmedEnd(of: shown, in: scalars)
    // The picture itself is shown; its address at the end was put there by X.
    while let last = entities.last, last.isMedia, last.range.upperBound == end {
      entities.removeLast()
      end = trimmedEnd(of: shown.lowerBound..<last.range.lowerBound, in: scalars)
    }
    var runs: [PostText.Run] = []
    var start = shown.lowerBound
    for entity in entities {
      runs += LinkDetector.runs(in: unescape(scalars[start..<entity.range.lowerBound]))
      runs.append(.link(entity.link))
      start = entity.range.upperBound
    }
    return runs + LinkDetector.runs(in: unescape(scalars[start..<max(start, end)]))
  }

  private static func trimmedEnd(of range: Range<Int>, in scalars: [Unicode.Scalar]) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, scalars[end - 1].properties.isWhitespace { end -= 1 }
    return end
  }
}
