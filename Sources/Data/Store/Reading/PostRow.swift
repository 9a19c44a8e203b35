import Domain
import FoundationEssentials
import GRDB

/// A row of a post with its author and reposter. Column indexes are looked up once for all rows.
struct PostRow {
  enum Column: Int, CaseIterable {
    case id, sourceId, authorId, reposterId, createdAt, indexedAt, repostedAt, text, url
    case replyTo, replyToHandle, replyToName, quoteId, quoteState, warning, replies, reposts, likes
    case visibility, state, isPollClosed, poll, viewer, language, application, isAutomated, mentions, emphasis
    case emojis
    case authorHandle, authorName, authorSourceId, reposterHandle, reposterName, reposterSourceId
  }

  /// The indexes of the columns in a result; nil for missing ones.
  struct Columns {
    fileprivate let indexes: [Int?]

    fileprivate init(_ row: Row) {
      let known = Dictionary(
        zip(row.columnNames.map { $0.lowercased() }, 0...), uniquingKeysWith: { first, _ in first })
      indexes = Column.allCases.map { known["\($0)".lowercased()] }
    }
  }

  private let row: Row
  private let columns: Columns

  /// - Parameter columns: Set by the first row.
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

  /// nil if another program has stored a value of another type.
  private func value<Value: DatabaseValueConvertible>(_ column: Column) -> Value? {
    guard let index = columns.indexes[column.rawValue], !row.hasNull(atIndex: index) else { return nil }
    return Value.fromDatabaseValue(row[index])
  }
}
