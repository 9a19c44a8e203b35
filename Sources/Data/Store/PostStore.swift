import Domain
import GRDB
import Glibc
import Synchronization

/// The store of imported archives and cached server data: one database in a directory of its own.
/// The database is created on the first import or when the first server account is added. Reading never creates it.
public final class PostStore: Sendable {
  let folder: StoreFolder
  private let database = Mutex<StoreDatabase?>(nil)
  let blocksCaller: Bool
  /// Deletes the data of an account that is stored outside the database.
  let removeRelatedData: @Sendable (AccountID) -> Void

  /// - Parameters:
  ///   - directory: the directory of the database, created together with it.
  ///   - blocksCaller: whether queries run on the caller's thread, so that they complete in a fixed order. Not for
  ///     callers that handle keys.
  ///   - removeRelatedData: deletes the data of an account that is stored outside the database. Called when the account is
  ///     forgotten, before its row is deleted, so that an interrupted removal can be repeated.
  public init(
    directory: String, blocksCaller: Bool = false, removeRelatedData: @escaping @Sendable (AccountID) -> Void = { _ in }
  ) {
    self.removeRelatedData = removeRelatedData
    folder = StoreFolder(path: directory)
    self.blocksCaller = blocksCaller
  }

  /// The open database, or nil. Opened once, and reopened after the file was replaced or set aside.
  /// - Parameter isLocked: whether the caller holds the lock of the directory, which writers need.
  /// - Throws: `StoreError` if the file is damaged, too new or cannot be opened.
  func openDatabase(isLocked: Bool = false) throws(StoreError) -> StoreDatabase? {
    try database.withLock { database throws(StoreError) in
      if let open = database, !open.file.isAt(folder.database) || isOutdated(open, isLocked) { database = nil }
      if database == nil {
        database = try StoreDatabase.open(path: folder.database, isLocked: isLocked, blocksCaller: blocksCaller)
      }
      return database
    }
  }

  /// Whether the tables are of an older version and can be migrated now.
  private func isOutdated(_ database: StoreDatabase, _ isLocked: Bool) -> Bool {
    switch database.obstacle {
    case nil: false
    case .busy: isLocked || !folder.isLocked
    default: isLocked
    }
  }

  /// Runs a query. Returns nil if there is no database.
  /// - Throws: `StoreError` if the database cannot be opened or read.
  func read<Result: Sendable>(
    _ query: @escaping @Sendable (Database) throws -> Result
  ) async throws(StoreError) -> Result? {
    try await openDatabase()?.read(query)
  }
}

extension TimelineError {
  /// Maps to `.cancelled` in a cancelled task: its caller no longer expects a failure.
  init(_ error: StoreError) {
    self = Task.isCancelled ? .cancelled : .storeFailed(error)
  }
}
