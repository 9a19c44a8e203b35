import Domain
import GRDB
import Glibc
import Synchronization

/// The store of imported archives and cached server data: one database in a directory of its own.
/// The database is created on the first import or when the first server account is added. Reading never creates it.
public final class PostStore: Sendable {
  let folder: StoreFolder
  private let database = Mutex<StoreDatabase?>(nil)
  private let damage = Mutex<DamageReports>(DamageReports())
  let blocksCaller: Bool
  /// Deletes the data of an account that is stored outside the database.
  let removeRelatedData: @Sendable (AccountID) -> Void

  /// - Parameters:
  ///   - directory: the directory of the database, created together with it.
  ///   - blocksCaller: whether queries run on the caller's thread, so that they complete in a fixed order. Not for
  ///     callers that handle keys.
  ///   - removeRelatedData: deletes the data of an account that is stored outside the database. Called when the account
  ///     is forgotten, before its row is deleted, so that an interrupted removal can be repeated.
  public init(
    directory: String, blocksCaller: Bool = false, removeRelatedData: @escaping @Sendable (AccountID) -> Void = { _ in }
  ) {
    self.removeRelatedData = removeRelatedData
    folder = StoreFolder(path: directory)
    self.blocksCaller = blocksCaller
  }

  /// The open database, or nil. Opened once, and reopened after the file was replaced or set aside.
  /// - Parameter isLocked: whether the caller holds the lock of the directory, which writers need.
  func openDatabase(isLocked: Bool = false) throws(StoreError) -> StoreDatabase? {
    do throws(StoreError) {
      return try openOnce(isLocked: isLocked)
    } catch .damaged(let path, let setAside, let rescued) {
      guard report(.damaged(path: path, setAside: setAside, rescued: rescued)) else {
        throw .damaged(path: path, setAside: setAside, rescued: rescued)
      }
      return try openOnce(isLocked: isLocked)
    }
  }

  private func openOnce(isLocked: Bool) throws(StoreError) -> StoreDatabase? {
    try database.withLock { database throws(StoreError) in
      if let open = database, !open.file.isAt(folder.database) || isOutdated(open, isLocked) { database = nil }
      if database == nil {
        database = try StoreDatabase.open(path: folder.database, isLocked: isLocked, blocksCaller: blocksCaller) {
          [weak self] in _ = self?.report($0)
        }
      }
      return database
    }
  }

  /// Whether another process has written to the database since it was opened or this was last called.
  public func wasChangedByOtherProcess() async -> Bool {
    guard let database = try? openDatabase() else { return false }
    return await database.wasChangedByOtherProcess()
  }

  /// Whether the tables are of an older version and can be migrated now.
  private func isOutdated(_ database: StoreDatabase, _ isLocked: Bool) -> Bool {
    switch database.readOnlyReason {
    case nil: false
    case .busy: isLocked || !folder.isLocked
    // The disk is no longer full, or the directory can be written again.
    default: isLocked || database.isImmutable && StoreErrorMapping.accessFailure(folder.database) == nil
    }
  }

  /// The reason that the store can only be read; nil if it can be written, does not exist or cannot be opened.
  public var readOnlyReason: StoreError? {
    guard let database = try? openDatabase() else { return nil }
    return database.readOnlyReason
      ?? StoreErrorMapping.accessFailure(folder.database).map {
        .unusable(path: database.path.escapingControls, reason: $0)
      }
  }

  /// Runs a query. Returns nil if there is no database.
  func read<Result: Sendable>(
    _ query: @escaping @Sendable (Database) throws -> Result
  ) async throws(StoreError) -> Result? {
    try await openDatabase()?.read(query)
  }
}

// MARK: - Damage

extension PostStore {
  /// Whether a file in the directory is a database that was set aside because it was damaged.
  public static func isSetAside(_ fileName: String) -> Bool {
    fileName.hasPrefix(StoreDatabase.name + DamagedStore.suffix) && !DamagedStore.isPart(fileName)
  }

  fileprivate struct DamageReports {
    var reported: [StoreError] = []
    var receiver: (@Sendable (StoreError) -> Void)?
  }

  /// Sets the receiver of each `StoreError.damaged`, including earlier ones. The store then continues with a new
  /// database where it can, so that no caller that ignores errors hides the damage.
  public func reportDamage(to receiver: @escaping @Sendable (StoreError) -> Void) {
    let earlier = damage.withLock { damage in
      damage.receiver = receiver
      return damage.reported
    }
    earlier.forEach(receiver)
  }

  /// - Returns: whether there is a receiver.
  private func report(_ error: StoreError) -> Bool {
    let receiver = damage.withLock { damage in
      damage.reported.append(error)
      return damage.receiver
    }
    receiver?(error)
    return receiver != nil
  }
}

extension TimelineError {
  /// Maps to `.cancelled` in a cancelled task: its caller no longer expects a failure.
  init(_ error: StoreError) {
    self = Task.isCancelled ? .cancelled : .storeFailed(error)
  }
}
