import Dispatch
import GRDB

/// Checkpoints the write-ahead log while an import continues to write.
///
/// By default, SQLite lets the writer do so, which then waits for the disk. Here a second connection does, and later
/// batches are left to the next checkpoint: the log is reset, and stops growing, only when nothing is left in it.
struct ImportLog {
  /// Batches after which a checkpoint starts.
  private static let round = 4
  /// Batches after which the writer waits for the checkpoint.
  private static let maxRound = 12

  private let connection: DatabaseQueue?
  private let work = DispatchGroup()
  private var batches = 0

  init(of path: String) {
    // Without it, the writer does all checkpoints.
    connection = try? DatabaseQueue(path: StoreDatabase.plain(path))
  }

  /// Turns SQLite's automatic checkpoints off.
  func disableAutomaticCheckpoints(in database: Database) {
    _ = try? database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
  }

  /// Must be called by the writer after each batch.
  mutating func checkpointIfNeeded(in database: Database) {
    batches += 1
    let limit: DispatchTime = batches < Self.maxRound ? .now() : .distantFuture
    if batches == Self.round {
      work.enter()
      guard let connection else { return work.leave() }
      connection.asyncWriteWithoutTransaction { [work] database in
        Self.startCheckpoint(database)
        work.leave()
      }
    } else if batches > Self.round, work.wait(timeout: limit) == .success {
      Self.startCheckpoint(database)
      batches = 0
    }
  }

  /// Moves all of the log into the database, unless another process reads from it.
  func end(in database: Database) {
    work.wait()
    _ = try? database.checkpoint(.truncate)
  }

  /// A failed checkpoint is repeated the next time.
  private static func startCheckpoint(_ database: Database) {
    _ = try? database.checkpoint(.passive)
  }
}
