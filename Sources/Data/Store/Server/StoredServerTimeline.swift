import Domain
import FoundationEssentials
import GRDB

/// The state of a cached timeline without its entries.
struct StoredServerTimeline {
  let id: Int64
  /// When the newest page was requested last.
  var asOf: Date?
  /// The cursor of the server's entries below the last cached one.
  var older: RemoteCursor?
  /// Whether the server can list the entries directly above a given one.
  var canFill: Bool

  /// nil if no response to the query was ever stored.
  static func find(_ query: TimelineQuery, of account: StoredAccount, in database: Database) throws -> Self? {
    let sql = """
      SELECT liveTimeline.* FROM timeline JOIN liveTimeline ON timelineId = timeline.id
      WHERE accountId = ? AND key = ?
      """
    let row = try Row.fetchOne(
      database.cachedStatement(sql: sql), arguments: [account.id, query.storageKey])
    return row.flatMap(Self.init)
  }

  init?(row: Row) {
    guard let id = row.integer("timelineId") else { return nil }
    self.id = id
    asOf = row.integer("asOf").map(Date.init(milliseconds:))
    older = row.text("older").flatMap(RemoteCursor.init(stored:))
    canFill = row.number("canFill") != 0
  }

  /// Finds the timeline, or adds it after the account's other ones.
  static func findOrCreate(_ query: TimelineQuery, of account: StoredAccount, in database: Database) throws -> Self? {
    try database.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO timeline (accountId, key, title, position, count)
        SELECT :account, :key, :title, ifnull(max(position) + 1, 0), 0 FROM timeline WHERE accountId = :account
        """
    ).execute(arguments: ["account": account.id, "key": query.storageKey, "title": query.timeline.title])
    try database.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO liveTimeline (timelineId, canFill) SELECT id, 1 FROM timeline
        WHERE accountId = ? AND key = ?
        """
    ).execute(arguments: [account.id, query.storageKey])
    return try find(query, of: account, in: database)
  }

  func save(in database: Database) throws {
    try database.cachedStatement(sql: "UPDATE liveTimeline SET asOf = ?, older = ?, canFill = ? WHERE timelineId = ?")
      .execute(arguments: [asOf?.milliseconds, older?.rawValue, canFill, id])
  }
}

extension RemoteCursor {
  /// In bytes of UTF-8. No server accepts a longer one.
  private static let maxLength = 2_048

  /// nil if there is nothing to page by.
  init?(stored text: String) {
    guard !text.isEmpty, text.utf8.count <= Self.maxLength else { return nil }
    self.init(text)
  }

  /// The cursor; nil if the server cannot be requested with it.
  var usable: RemoteCursor? { RemoteCursor(stored: rawValue) }

  /// The stored form, which is empty if there is nothing to page by.
  var stored: String { usable?.rawValue ?? "" }
}
