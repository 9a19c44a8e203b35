import Domain
import FoundationEssentials

/// The whole texts of long tweets: `note-tweet.js`. It does not say which tweet a text belongs to: that was written in
/// the same second, and is the beginning of it.
struct XNoteTweets {
  private struct Note {
    var text: CodePoints
    var entities: [XTextEntity]

    /// As a tweet would show it.
    var beginning: String { XText.unescape(text[0..<min(text.count, XNoteTweets.maxBeginningLength)]) }
  }

  /// Nobody writes more in a second, and no tweet shows more of a note, in code points: what somebody has made up shall
  /// not take for ever.
  private static let maxInSecond = 20
  private static let maxBeginningLength = 1000

  private var notes: [Date: [Note]] = [:]

  init(_ file: JSONValue) {
    for element in file.elements {
      guard let note = element["noteTweet"], let core = note["core"], let text = core["text"]?.text,
        let date = note["createdAt"]?.date.map(Self.second), notes[date, default: []].count < Self.maxInSecond
      else { continue }
      let points = CodePoints(text)
      let entities = core["urls"]?.elements.prefix(XTextEntity.maxCount).compactMap { Self.entity($0, in: points) }
      notes[date, default: []].append(Note(text: points, entities: entities ?? []))
    }
  }

  /// nil where a tweet is whole as it is.
  func text(of tweet: JSONValue, writtenAt date: Date?) -> PostText? {
    guard let date, let notes = notes[Self.second(of: date)], let text = tweet["full_text"]?.string else { return nil }
    let points = CodePoints(text)
    guard let end = text.unicodeScalars.lastIndex(of: "…").map(points.offset), end < Self.maxBeginningLength else {
      return nil
    }
    let shown = XTextEntity.shownRange(of: tweet)?.lowerBound ?? 0
    // Some begin with the handles that an answer starts with, some behind them.
    for start in Set([0, shown]).sorted() where shown < end {
      let beginning = XText.unescape(points[start..<end])
      for note in notes where note.beginning.utf8.starts(with: beginning.utf8) {
        let count = note.text.count
        return XText.text(note.text, shown: min(max(shown - start, 0), count)..<count, entities: note.entities)
      }
    }
    return nil
  }
}

extension XNoteTweets {
  private static func second(of date: Date) -> Date {
    Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
  }

  private static func entity(_ url: JSONValue, in text: CodePoints) -> XTextEntity? {
    let short = url["shortUrl"]?.text
    let indices = XTextEntity.range(from: url["fromIndex"]?.int, to: url["toIndex"]?.int)
    guard let address = url["expandedUrl"]?.text ?? short,
      let range = XTextEntity.place(of: short, at: indices, in: text)
    else { return nil }
    return XTextEntity(range: range, link: Link(url: address, label: url["displayUrl"]?.text))
  }
}
