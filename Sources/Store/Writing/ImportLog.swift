import Dispatch
import GRDB

/// Has the log of changes go into the database while an import writes on.
///
/// SQLite by itself would have the one who writes do it, and wait for the disk. What is written meanwhile is left for the
/// next batch: only when nothing is left does the log begin anew, and grow no longer.
struct ImportLog {
  /// In batches: after so many the log begins to go into the database.
  private static let round = 4
  /// After so many, whoever writes waits for it.
  private static let longestRound = 12

  private let connection: DatabaseQueue?
  private let work = DispatchGroup()
  private var batches = 0

  init(of path: String) {
    // Without it whoever writes does all of it.
    connection = try? DatabaseQueue(path: StoreDatabase.plain(path))
  }

  /// From here on SQLite does not do it by itself.
  func begin(in database: Database) { _ = try? database.execute(sql: "PRAGMA wal_autocheckpoint = 0") }

  /// To be called after each batch, by whoever writes.
  mutating func batchIsWritten(in database: Database) {
    batches += 1
    let limit: DispatchTime = batches < Self.longestRound ? .now() : .distantFuture
    if batches == Self.round {
      work.enter()
      guard let connection else { return work.leave() }
      connection.asyncWriteWithoutTransaction { [work] database in
        Self.shorten(database)
        work.leave()
      }
    } else if batches > Self.round, work.wait(timeout: limit) == .success {
      Self.shorten(database)
      batches = 0
    }
  }

  /// All of the log goes into the database, as far as no other Tern reads in it.
  func end(in database: Database) {
    work.wait()
    _ = try? database.checkpoint(.truncate)
  }

  /// What cannot be done now is done the next time.
  private static func shorten(_ database: Database) {
    _ = try? database.checkpoint(.passive)
  }
}
