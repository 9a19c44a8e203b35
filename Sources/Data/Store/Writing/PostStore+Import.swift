import Domain
import GRDB
import Runtime

extension PostStore {
  /// Posts of one transaction.
  private static let batch = 16_384

  /// Imports a source into its account, which is created if needed. Blocks; the source is read on another thread. What
  /// has been stored stays, whatever happens afterwards.
  /// - Parameters:
  ///   - name: the name of the account if the source does not state its owner.
  ///   - path: the path of the source, which distinguishes accounts of the same name.
  ///   - isNewest: whether to accept the content even if something newer was imported.
  ///   - notify: called after each batch with the progress.
  /// - Returns: a summary, also of an import that failed after its first batch.
  public func importPosts(
    from source: any ImportSource, named name: String, at path: String, isNewest: Bool = false,
    stop: CancellationFlag,
    notify: (ImportProgress, ImportCounts) -> Void
  ) throws(StoreError) -> ImportSummary {
    try folder.create()
    let lock = try folder.lock()
    let (database, setAside) = try openForWriting()
    var work = ImportWork(
      of: source, database: database, archive: ArchiveName(name: name, path: path, format: ""), isNewest: isNewest,
      stop: stop)
    database.busyTimeout.useLongTimeout()
    do {
      try database.pool.writeWithoutTransaction { connection in
        try ImportTuning.apply(to: connection)
        defer { ImportTuning.restoreDefaults(in: connection) }
        // `run` waits for the end of what `start` begins.
        work.start()
        try work.run(posts: Self.batch, in: connection, notify: notify)
      }
    } catch {
      throw database.failure(error, isLocked: true)
    }
    _ = consume lock
    var summary = work.summary
    summary.setAside = setAside
    return summary
  }

  /// Opens the database for writing. A damaged one is replaced by a new one.
  /// - Returns: the database, and the error of a database that was set aside.
  func openForWriting() throws(StoreError) -> (StoreDatabase, setAside: StoreError?) {
    var setAside: StoreError?
    for _ in 1...2 {
      do throws(StoreError) {
        try folder.createDatabaseFile()
        if let database = try openDatabase(isLocked: true) { return (database, setAside) }
      } catch .damaged(let path, let target, let rescued) where setAside == nil {
        setAside = .damaged(path: path, setAside: target, rescued: rescued)
      }
    }
    throw .unusable(path: folder.database.escapingControls, reason: "It disappeared")
  }
}
