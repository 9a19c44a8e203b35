import Domain
import FoundationEssentials
import GRDB

/// What is known of a server's timeline besides its entries.
struct StoredServerTimeline {
  let id: Int64
  /// When the server was asked for the newest last.
  var asOf: Date?
  /// Leads to what the server has below the last entry.
  var older: RemoteCursor?
  /// Whether the server can be asked for what stands right above an entry.
  var canFill: Bool

  /// nil where nothing of it has ever been stored.
  static func find(_ timeline: TimelineID, of account: StoredAccount, in database: Database) throws -> Self? {
    let sql = """
      SELECT liveTimeline.* FROM timeline JOIN liveTimeline ON timelineId = timeline.id
      WHERE accountId = ? AND key = ?
      """
    let row = try Row.fetchOne(
      database.cachedStatement(sql: sql), arguments: [account.id, timeline.storageKey])
    return row.flatMap(Self.init)
  }

  init?(row: Row) {
    guard let id = row.integer("timelineId") else { return nil }
    self.id = id
    asOf = row.integer("asOf").map(Date.init(milliseconds:))
    older = row.text("older").flatMap(RemoteCursor.init(stored:))
    canFill = row.number("canFill") != 0
  }

  /// It becomes the last of the account's timelines where it is not one of them yet.
  static func make(_ timeline: TimelineID, of account: StoredAccount, in database: Database) throws -> Self? {
    try database.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO timeline (accountId, key, title, position, count)
        SELECT :account, :key, :title, ifnull(max(position) + 1, 0), 0 FROM timeline WHERE accountId = :account
        """
    ).execute(arguments: ["account": account.id, "key": timeline.storageKey, "title": timeline.title])
    try database.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO liveTimeline (timelineId, canFill) SELECT id, 1 FROM timeline
        WHERE accountId = ? AND key = ?
        """
    ).execute(arguments: [account.id, timeline.storageKey])
    return try find(timeline, of: account, in: database)
  }

  func save(in database: Database) throws {
    try database.cachedStatement(sql: "UPDATE liveTimeline SET asOf = ?, older = ?, canFill = ? WHERE timelineId = ?")
      .execute(arguments: [asOf?.milliseconds, older?.rawValue, canFill, id])
  }
}

extension RemoteCursor {
  /// In bytes of UTF-8. No server takes a longer one back.
  private static let maxLength = 2_048

  /// nil where there is nothing to page by.
  init?(stored text: String) {
    guard !text.isEmpty, text.utf8.count <= Self.maxLength else { return nil }
    self.init(text)
  }

  /// Without those that lead nowhere.
  var usable: RemoteCursor? { RemoteCursor(stored: rawValue) }

  /// Empty where there is nothing to page by.
  var stored: String { usable?.rawValue ?? "" }
}
