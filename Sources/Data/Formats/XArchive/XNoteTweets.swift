import Domain
import FoundationEssentials

/// The full text of long tweets: `note-tweet.js`. It does not name the tweets: a tweet was written in the same second
/// as its text and is the beginning of it.
struct XNoteTweets {
  private struct Note {
    var text: CodePoints
    var entities: [XTextEntity]

    /// The beginning as in a tweet.
    var truncatedText: String { XText.unescape(text[0..<min(text.count, XNoteTweets.maxBeginningLength)]) }
  }

  /// The maximum number of notes per second, and of code points of a note that a tweet shows, so that a malicious file
  /// does not take too long.
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

  /// The full text of a tweet; nil if the tweet has it.
  func text(of tweet: JSONValue, writtenAt date: Date?) -> PostText? {
    guard let date, let notes = notes[Self.second(of: date)], let text = tweet["full_text"]?.string else { return nil }
    let points = CodePoints(text)
    guard let end = text.unicodeScalars.lastIndex(of: "…").map(points.offset), end < Self.maxBeginningLength else {
      return nil
    }
    let shown = XTextEntity.shownRange(of: tweet)?.lowerBound ?? 0
    // Some notes include the leading handles of a reply, some do not.
    for start in Set([0, shown]).sorted() where shown < end {
      let beginning = XText.unescape(points[start..<end])
      for note in notes where note.truncatedText.utf8.starts(with: beginning.utf8) {
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
      let range = XTextEntity.textRange(of: short, at: indices, in: text)
    else { return nil }
    return XTextEntity(range: range, link: Link(url: address, label: url["displayUrl"]?.text))
  }
}
