import Domain
import FoundationEssentials
import GRDB

extension StoredAccount {
  /// The number of posts and their range of dates, from the stored counts per day.
  func postSummary(in database: Database) throws -> Account.PostSummary {
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT key, count,
            (SELECT day FROM timelineDay WHERE timelineId = timeline.id AND day > 0 AND count > 0
              ORDER BY day LIMIT 1) AS first,
            (SELECT day FROM timelineDay WHERE timelineId = timeline.id AND day > 0 AND count > 0
              ORDER BY day DESC LIMIT 1) AS last
          FROM timeline WHERE accountId = ?
          """), arguments: [id])
    let own = rows.filter { row in
      row.text("key").flatMap(TimelineID.init(storageKey:)).map { !ArchiveTab.secondary.contains($0) } ?? false
    }
    // Posts without a date are at the beginning of 1970. Another program may have stored any number.
    let days = own.flatMap { [$0.integer("first"), $0.integer("last")] }.compactMap(\.self)
    let dates = days.map(TimeOrderedID.date(ofDay:))
    return Account.PostSummary(
      posts: own.reduce(0) { $0 + min(max($1.number("count") ?? 0, 0), 1 << 40) },
      dates: dates.min().flatMap { first in dates.max().map { first...$0 } })
  }
}
