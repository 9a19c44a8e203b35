import Domain
import GRDB
import Synchronization

/// Says whether an import is to end before its time. Any thread may.
public final class ImportStop: Sendable {
  private let isUp = Atomic(false)

  public init() {}

  public var hasStopped: Bool { isUp.load(ordering: .relaxed) }

  public func stop() {
    isUp.store(true, ordering: .relaxed)
  }
}

extension PostStore {
  /// So many posts are stored at a time: all of them, or none.
  private static let batch = 32_768

  /// Takes what a source has into an account of its own, which is made where there is none. It blocks; the source is
  /// read on another thread meanwhile. What has been stored stays, whatever happens afterwards.
  /// - Parameters:
  ///   - name: what the account is called where the source does not say whose it is.
  ///   - tell: told after each batch how far it has come.
  /// - Throws: where not even the first post could be stored.
  public func importPosts(
    from source: any ImportSource, named name: String, stop: ImportStop,
    tell: (ImportProgress, ImportCounts) -> Void
  ) throws(StoreError) -> ImportSummary {
    try folder.make()
    let lock = try folder.lock()
    try folder.makeDatabase()
    guard let database = try opened(makesTables: true) else {
      throw .unusable(path: folder.database.withStandIns, reason: "It went away")
    }
    var work = ImportWork(channel: BatchChannel(), database: database, name: name, stop: stop)
    do {
      try database.pool.writeWithoutTransaction { connection in
        try ImportTuning.apply(to: connection)
        defer { ImportTuning.end(in: connection) }
        // From here on the source is read, and `run` sees its end.
        work.channel.start(source)
        try work.run(posts: Self.batch, in: connection, tell: tell)
      }
    } catch {
      throw database.failure(error, isLocked: true)
    }
    _ = consume lock
    return work.summary
  }
}
