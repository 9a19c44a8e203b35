import Domain
import FoundationEssentials
import GRDB

/// Reading state of an account, stored in its rows.
enum StoredAccountState {
  static func load(of account: StoredAccount, in database: Database) throws -> AccountState {
    var memory = AccountState()
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT timeline.*, timeline.id IS (SELECT lastTimelineId FROM account WHERE id = accountId) AS isLast
        FROM timeline WHERE accountId = ?
        """, arguments: [account.id])
    for row in rows {
      guard let listed = ListedTimeline(row: row), let timeline = row.integer("id") else { continue }
      let id = listed.id
      if row.number("isLast") == 1 { memory.lastTimeline = listed }
      memory.positions[id] = position(row, "place", of: account)
      if let newest = position(row, "mark", of: account) {
        let others = try Row.fetchAll(
          database, sql: "SELECT sourceId, reposter FROM readPost WHERE timelineId = ?", arguments: [timeline])
        let keys = others.compactMap { row in
          row.text("sourceId").map { PostKey(id: $0, of: account, reposter: row.text("reposter")) }
        }
        memory.marks[id] = ReadMark(newest: newest, others: Set(keys))
      }
    }
    return memory
  }

  static func store(_ memory: AccountState, of account: StoredAccount, in database: Database) throws {
    try database.execute(
      sql: """
        UPDATE account SET lastTimelineId = (SELECT id FROM timeline WHERE accountId = account.id AND key = ?)
        WHERE id = ?
        """, arguments: [memory.lastTimeline?.id.storageKey, account.id])
    for id in Set(memory.positions.keys).union(memory.marks.keys) {
      guard let timeline = try account.timeline(id, in: database)?.integer("id") else { continue }
      let (position, mark) = (memory.positions[id], memory.marks[id]?.bounded)
      try database.execute(
        sql: """
          UPDATE timeline SET placeSourceId = ?, placeReposter = ?, placeDate = ?,
            markSourceId = ?, markReposter = ?, markDate = ? WHERE id = ?
          """,
        arguments: [
          position?.key.id.rawValue, position?.key.reposter, position?.date?.milliseconds,
          mark?.newest.key.id.rawValue, mark?.newest.key.reposter, mark?.newest.date?.milliseconds, timeline,
        ])
      try database.execute(sql: "DELETE FROM readPost WHERE timelineId = ?", arguments: [timeline])
      for key in mark?.others ?? [] {
        try database.execute(
          sql: "INSERT OR IGNORE INTO readPost (timelineId, sourceId, reposter) VALUES (?, ?, ?)",
          arguments: [timeline, key.id.rawValue, key.reposter])
      }
    }
  }

  private static func position(_ row: Row, _ role: String, of account: StoredAccount) -> EntryPosition? {
    guard let id = row.text(role + "SourceId") else { return nil }
    let key = PostKey(id: id, of: account, reposter: row.text(role + "Reposter"))
    return EntryPosition(key: key, date: row.integer(role + "Date").map(Date.init(milliseconds:)))
  }
}

extension PostKey {
  /// Empty if it is not a repost, otherwise "@" and the reposter's handle.
  fileprivate var reposter: String { repostedBy.map { "@" + $0 } ?? "" }

  fileprivate init(id: String, of account: StoredAccount, reposter: String?) {
    self.init(
      id: PostID(id), account: account.accountID,
      repostedBy: reposter.flatMap { $0.hasPrefix("@") ? String($0.dropFirst()) : nil })
  }
}
