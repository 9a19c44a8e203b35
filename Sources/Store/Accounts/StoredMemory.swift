import Domain
import FoundationEssentials
import GRDB

/// What is remembered of an account, in its rows.
enum StoredMemory {
  static func load(of account: StoredAccount, in database: Database) throws -> AccountMemory {
    var memory = AccountMemory()
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
      memory.places[id] = place(row, "place", of: account)
      if let newest = place(row, "mark", of: account) {
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

  static func store(_ memory: AccountMemory, of account: StoredAccount, in database: Database) throws {
    try database.execute(
      sql: """
        UPDATE account SET lastTimelineId = (SELECT id FROM timeline WHERE accountId = account.id AND key = ?)
        WHERE id = ?
        """, arguments: [memory.lastTimeline?.id.storageKey, account.id])
    for id in Set(memory.places.keys).union(memory.marks.keys) {
      guard let timeline = try account.timeline(id, in: database)?.integer("id") else { continue }
      let (place, mark) = (memory.places[id], memory.marks[id]?.bounded)
      try database.execute(
        sql: """
          UPDATE timeline SET placeSourceId = ?, placeReposter = ?, placeDate = ?,
            markSourceId = ?, markReposter = ?, markDate = ? WHERE id = ?
          """,
        arguments: [
          place?.key.id.rawValue, place?.key.reposter, place?.date?.milliseconds,
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

  private static func place(_ row: Row, _ role: String, of account: StoredAccount) -> Place? {
    guard let id = row.text(role + "SourceId") else { return nil }
    let key = PostKey(id: id, of: account, reposter: row.text(role + "Reposter"))
    return Place(key: key, date: row.integer(role + "Date").map(Date.init(milliseconds:)))
  }
}

extension PostKey {
  /// Empty where it is no repost; else @ and whose.
  fileprivate var reposter: String { repostedBy.map { "@" + $0 } ?? "" }

  fileprivate init(id: String, of account: StoredAccount, reposter: String?) {
    self.init(
      id: PostID(id), account: account.accountID,
      repostedBy: reposter.flatMap { $0.hasPrefix("@") ? String($0.dropFirst()) : nil })
  }
}
