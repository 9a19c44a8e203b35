#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Domain

/// The whole texts of long tweets: `note-tweet.js`. It does not say which tweet a text belongs to: that was written in
/// the same second, and is the beginning of it.
struct XNoteTweets {
  private struct Note {
    var scalars: [Unicode.Scalar]
    var entities: [XTextEntity]
  }

  private var notes: [Date: [Note]] = [:]

  init(_ bytes: [UInt8]?) {
    for element in bytes.flatMap(JSONValue.init(file:))?.elements ?? [] {
      guard let note = element["noteTweet"], let core = note["core"], let text = core["text"]?.text,
        let date = note["createdAt"]?.date
      else { continue }
      let scalars = Array(text.unicodeScalars)
      let entities = core["urls"]?.elements.compactMap { Self.entity($0, in: scalars) }
      notes[Self.second(of: date), default: []].append(Note(scalars: scalars, entities: entities ?? []))
    }
  }

  /// nil where a tweet is whole as it is.
  func text(of tweet: JSONValue, writtenAt date: Date?) -> PostText? {
    guard let date, let notes = notes[Self.second(of: date)], let text = tweet["full_text"]?.string else { return nil }
    let scalars = Array(text.unicodeScalars)
    guard let end = scalars.lastIndex(of: "…") else { return nil }
    let shown = XTextEntity.shownRange(of: tweet)?.lowerBound ?? 0
    // Some begin with the handles that an answer starts with, some behind them.
    for start in Set([0, shown]).sorted() where shown < end {
      let beginning = XText.unescape(scalars[start..<end]).unicodeScalars
      for note in notes where XText.unescape(note.scalars[...]).unicodeScalars.starts(with: beginning) {
        let count = note.scalars.count
        return XText.text(note.scalars, shown: min(max(shown - start, 0), count)..<count, entities: note.entities)
      }
    }
    return nil
  }
}

extension XNoteTweets {
  private static func second(of date: Date) -> Date {
    Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
  }

  private static func entity(_ url: JSONValue, in scalars: [Unicode.Scalar]) -> XTextEntity? {
    let short = url["shortUrl"]?.text
    let indices = XTextEntity.range(from: url["fromIndex"]?.int, to: url["toIndex"]?.int)
    guard let address = url["expandedUrl"]?.text ?? short,
      let range = XTextEntity.place(of: short, at: indices, in: scalars)
    else { return nil }
    return XTextEntity(range: range, link: Link(url: address, label: url["displayUrl"]?.text))
  }
}
