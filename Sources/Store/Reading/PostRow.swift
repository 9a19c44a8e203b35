import Domain
import FoundationEssentials
import GRDB

/// A row of a post, with the names of its people. Where its columns stand is looked up once for all rows.
struct PostRow {
  enum Column: Int, CaseIterable {
    case id, sourceId, authorId, reposterId, createdAt, indexedAt, repostedAt, text, url
    case replyTo, replyToHandle, replyToName, quoteId, quoteState, warning, replies, reposts, likes
    case visibility, state, isPollClosed, poll, viewer, language, application, isAutomated, mentions, emphasis
    case authorHandle, authorName, authorSourceId, reposterHandle, reposterName, reposterSourceId
  }

  /// Where the columns stand in the rows of an answer; nil for one that is not there.
  struct Columns {
    fileprivate let places: [Int?]

    fileprivate init(_ row: Row) {
      let known = Dictionary(
        zip(row.columnNames.map { $0.lowercased() }, 0...), uniquingKeysWith: { first, _ in first })
      places = Column.allCases.map { known["\($0)".lowercased()] }
    }
  }

  private let row: Row
  private let columns: Columns

  /// - Parameter columns: found with the first row.
  init(_ row: Row, _ columns: inout Columns?) {
    self.row = row
    self.columns = columns ?? Columns(row)
    columns = self.columns
  }

  func text(_ column: Column) -> String? { value(column) }
  func integer(_ column: Column) -> Int64? { value(column) }
  func number(_ column: Column) -> Int? { value(column) }
  func date(_ column: Column) -> Date? { integer(column).map(Date.init(milliseconds:)) }

  var counts: Counts? {
    let counts = Counts(replies: number(.replies), reposts: number(.reposts), likes: number(.likes))
    return counts == Counts() ? nil : counts
  }

  /// nil where another hand has written a value of another kind.
  private func value<Value: DatabaseValueConvertible>(_ column: Column) -> Value? {
    guard let place = columns.places[column.rawValue], !row.hasNull(atIndex: place) else { return nil }
    return Value.fromDatabaseValue(row[place])
  }
}
