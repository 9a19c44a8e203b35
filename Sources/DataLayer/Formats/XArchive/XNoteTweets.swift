import Domain
import FoundationEssentials

/// The whole texts of long tweets: `note-tweet.js`. It does not say which tweet a text belongs to: that was written in
/// the same second, and is the beginning of it.
struct XNoteTweets {
  private struct Note {
    var scalars: [Unicode.Scalar]
    var entities: [XTextEntity]
    /// As a tweet would show it.
    var beginning: [Unicode.Scalar]
  }

  /// Nobody writes more in a second, and no tweet shows more of a note, in code points: what somebody has made up shall
  /// not take for ever.
  private static let mostInSecond = 20
  private static let longestBeginning = 1000

  private var notes: [Date: [Note]] = [:]

  init(_ file: JSONValue) {
    for element in file.elements {
      guard let note = element["noteTweet"], let core = note["core"], let text = core["text"]?.text,
        let date = note["createdAt"]?.date.map(Self.second), notes[date, default: []].count < Self.mostInSecond
      else { continue }
      let scalars = Array(text.unicodeScalars)
      let entities = core["urls"]?.elements.prefix(XTextEntity.most).compactMap { Self.entity($0, in: scalars) }
      let beginning = XText.unescape(scalars.prefix(Self.longestBeginning)).unicodeScalars
      notes[date, default: []].append(
        Note(scalars: scalars, entities: entities ?? [], beginning: Array(beginning)))
    }
  }

  /// nil where a tweet is whole as it is.
  func text(of tweet: JSONValue, writtenAt date: Date?) -> PostText? {
    guard let date, let notes = notes[Self.second(of: date)], let text = tweet["full_text"]?.string else { return nil }
    let scalars = Array(text.unicodeScalars)
    guard let end = scalars.lastIndex(of: "…"), end < Self.longestBeginning else { return nil }
    let shown = XTextEntity.shownRange(of: tweet)?.lowerBound ?? 0
    // Some begin with the handles that an answer starts with, some behind them.
    for start in Set([0, shown]).sorted() where shown < end {
      let beginning = XText.unescape(scalars[start..<end]).unicodeScalars
      for note in notes where note.beginning.starts(with: beginning) {
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
