import Domain
import GRDB
import Runtime

extension PostStore {
  /// So many posts are stored at a time: all of them, or none.
  private static let batch = 16_384

  /// Takes what a source has into an account of its own, which is made where there is none. It blocks; the source is
  /// read on another thread meanwhile. What has been stored stays, whatever happens afterwards.
  /// - Parameters:
  ///   - name: what the account is called where the source does not say whose it is.
  ///   - path: of the source; tells it then from others of that name.
  ///   - isNewest: whether what it says counts, even where something newer has been imported.
  ///   - tell: told after each batch how far it has come.
  /// - Throws: where not even the first post could be stored.
  public func importPosts(
    from source: any ImportSource, named name: String, at path: String, isNewest: Bool = false,
    stop: CancellationFlag,
    notify: (ImportProgress, ImportCounts) -> Void
  ) throws(StoreError) -> ImportSummary {
    try folder.make()
    let lock = try folder.lock()
    let (database, setAside) = try openedForWriting()
    var work = ImportWork(
      of: source, database: database, archive: ArchiveName(name: name, path: path, format: ""), isNewest: isNewest,
      stop: stop)
    database.busyTimeout.becomeLong()
    do {
      try database.pool.writeWithoutTransaction { connection in
        try ImportTuning.apply(to: connection)
        defer { ImportTuning.end(in: connection) }
        // From here on the source is read, and `run` sees its end.
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

  /// Where the database is damaged, and now lies elsewhere, a new one is made.
  /// - Returns: what was the matter with the old one, too.
  func openedForWriting() throws(StoreError) -> (StoreDatabase, setAside: StoreError?) {
    var setAside: StoreError?
    for _ in 1...2 {
      do throws(StoreError) {
        try folder.makeDatabase()
        if let database = try opened(isLocked: true) { return (database, setAside) }
      } catch .damaged(let path, let target) where setAside == nil {
        setAside = .damaged(path: path, setAside: target)
      }
    }
    throw .unusable(path: folder.database.escapingControls, reason: "It went away")
  }
}
