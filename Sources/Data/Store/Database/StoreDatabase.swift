import CSQLite
import Domain
import Foundation
import GRDB
import Runtime
import Synchronization

/// An open database of imported and cached posts.
final class StoreDatabase: Sendable {
  static let name = "tern.sqlite"

  let path: String
  /// The file that is open. The path may have another one by now.
  let file: StoreFile
  let pool: DatabasePool
  /// The time to wait for a Tern process that writes.
  let busyTimeout: BusyTimeout
  /// The reason that the tables are only read: they could not be migrated, or the file cannot be written. nil if they
  /// can be written.
  let readOnlyReason: StoreError?
  /// Whether it was opened without locks and change detection: inconsistent reads are not damage then.
  let isImmutable: Bool
  private let blocksCaller: Bool
  private let didSetAside: @Sendable (StoreError) -> Void
  /// SQLite's `data_version` of the connection that writes: changed by other processes only. nil if nothing is written.
  private let dataVersion = Mutex<Int?>(nil)

  /// Opens the database and migrates its tables.
  /// - Parameter isLocked: whether the caller holds the lock of the directory in order to write. If so, an empty
  ///   database gets its tables, and one that cannot be migrated is an error.
  /// - Parameter didSetAside: receives the error if damage is found later.
  /// - Returns: nil if there is no database, or an empty one.
  static func open(
    path: String, isLocked: Bool, blocksCaller: Bool = false,
    didSetAside: @escaping @Sendable (StoreError) -> Void = { _ in }
  ) throws(StoreError) -> StoreDatabase? {
    guard let file = try StoreFile(at: path) else { return nil }
    if file.isEmpty {
      // SQLite would delete the log of a truncated database.
      if StoreFile.size(of: path + "-wal") > 0 {
        throw DamagedStore(path: path, file: file).setAside(isLocked: isLocked)
      }
      guard isLocked else { return nil }
    }
    do {
      return try StoreDatabase(path, file, isLocked: isLocked, blocksCaller: blocksCaller, didSetAside: didSetAside)
    } catch is EmptyStore {
      return nil
    } catch {
      guard StoreErrorMapping.isDamage(error) else { throw StoreErrorMapping.storeError(error, path) }
      throw DamagedStore(path: path, file: file).setAside(isLocked: isLocked)
    }
  }

  private init(
    _ path: String, _ file: StoreFile, isLocked: Bool, blocksCaller: Bool,
    didSetAside: @escaping @Sendable (StoreError) -> Void
  ) throws {
    self.path = path
    self.didSetAside = didSetAside
    self.blocksCaller = blocksCaller
    self.file = file
    let options = Options(path: path, busyTimeout: BusyTimeout(), createsTables: isLocked)
    busyTimeout = options.busyTimeout
    let (pool, writeError) = try Self.openPool(options)
    busyTimeout.useShortTimeout()
    isImmutable = writeError != nil
    do {
      try Self.migrate(pool, path, isLocked: isLocked)
      let version = isImmutable ? nil : try Self.dataVersion(of: pool)
      dataVersion.withLock { $0 = version }
      self.pool = pool
      readOnlyReason = writeError.map { StoreErrorMapping.storeError($0, path) }
    } catch {
      guard !isLocked, !StoreErrorMapping.isDamage(error) else { throw error }
      try? pool.close()
      (self.pool, _) = try Self.openPool(options.showingOlderTables)
      readOnlyReason = StoreErrorMapping.storeError(error, path)
    }
  }

  /// Runs a query, which is interrupted when the task is cancelled.
  func read<Value: Sendable>(
    _ query: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    if blocksCaller { return try blockingRead(query) }
    do {
      return try await pool.read(query)
    } catch {
      throw failure(error)
    }
  }

  /// As `read(_:)`, on the caller's thread.
  func blockingRead<Value>(_ query: (Database) throws -> Value) throws(StoreError) -> Value {
    do {
      return try pool.read(query)
    } catch {
      throw failure(error)
    }
  }

  private static func dataVersion(of pool: DatabasePool) throws -> Int? {
    try pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA data_version") }
  }

  /// Whether another process has written since this was last called.
  func wasChangedByOtherProcess() async -> Bool {
    guard dataVersion.withLock({ $0 != nil }),
      let version = try? await pool.writeWithoutTransaction({ try Int.fetchOne($0, sql: "PRAGMA data_version") })
    else { return false }
    return dataVersion.withLock { known in
      defer { known = version }
      return known != version
    }
  }

  /// Runs a transaction on the caller's thread.
  func write(_ change: (Database) throws -> Void) throws(StoreError) {
    if let readOnlyReason { throw readOnlyReason }
    do {
      try pool.write(change)
    } catch {
      throw failure(error)
    }
  }

  /// Attempts to start a transaction while another process writes. Each waits as long as `busyTimeout`.
  private static let maxAttempts = 12

  /// Runs a transaction on a thread of the database. While it waits for another process, other writes of this process
  /// can run.
  ///
  /// Foreign keys are not checked: rows are written after those they refer to, as in an import, and a check would scan
  /// all entries for each deleted post.
  func writeAtomically<Value: Sendable>(
    _ change: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    try await write(isDurable: false, change)
  }

  /// As `writeAtomically(_:)`, for content that the user has written. It is synced to the disk when this returns, and
  /// survives a power failure. It also completes if the task is cancelled, so that closing a screen loses no draft.
  func writeDurably<Value: Sendable>(
    _ change: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    let keeping = Task(executorPreference: currentTaskExecutor) { () -> Result<Value, StoreError> in
      do throws(StoreError) {
        return .success(try await self.write(isDurable: true, change))
      } catch {
        return .failure(error)
      }
    }
    return try await keeping.value.get()
  }

  /// By default, SQLite leaves the last changes in the system's cache: they survive a killed process, but not a power
  /// failure.
  private func write<Value: Sendable>(
    isDurable: Bool, _ change: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    if let readOnlyReason { throw readOnlyReason }
    let begin = "PRAGMA foreign_keys = OFF" + (isDurable ? "; PRAGMA synchronous = FULL" : "")
    let end = "PRAGMA foreign_keys = ON" + (isDurable ? "; PRAGMA synchronous = NORMAL" : "")
    var attempt = 1
    while true {
      do {
        let whole = { @Sendable (database: Database) in
          try database.execute(sql: begin)
          defer { _ = try? database.execute(sql: end) }
          var result: Value?
          try database.inTransaction(.immediate) {
            result = try change(database)
            return .commit
          }
          guard let result else { throw CancellationError() }
          return result
        }
        return blocksCaller ? try blockingWrite(whole) : try await pool.writeWithoutTransaction(whole)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && attempt < Self.maxAttempts {
        attempt += 1
      } catch {
        throw failure(error)
      }
    }
  }

  private func blockingWrite<Value>(_ change: (Database) throws -> Value) throws -> Value {
    try pool.writeWithoutTransaction(change)
  }

  /// Maps an error. A damaged database is set aside.
  /// - Parameter isLocked: whether the caller holds the lock of the directory.
  func failure(_ error: any Error, isLocked: Bool = false) -> StoreError {
    guard StoreErrorMapping.isDamage(error), !isImmutable else { return StoreErrorMapping.storeError(error, path) }
    let error = DamagedStore(path: path, file: file).setAside(isLocked: isLocked)
    if case .damaged = error { didSetAside(error) }
    return error
  }
}

/// The time to wait for another Tern process. Opening waits while another process closes the database, which takes as
/// long as the disk does. Interactive queries wait briefly. An import waits as long as a batch takes.
final class BusyTimeout: Sendable {
  private let limit = Atomic(2_000)

  var milliseconds: Int { limit.load(ordering: .relaxed) }

  /// For interactive use.
  func useShortTimeout() {
    limit.store(250, ordering: .relaxed)
  }

  /// For imports and removals.
  func useLongTimeout() {
    limit.store(3_000, ordering: .relaxed)
  }
}

/// The database has no tables yet.
private struct EmptyStore: Error {}

extension StoreDatabase {
  private static let cannotWrite: [ResultCode] = [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_FULL]

  private struct Options {
    var path: String
    var busyTimeout: BusyTimeout
    var createsTables: Bool
    var showsOlderTables = false

    var showingOlderTables: Options {
      var options = self
      options.showsOlderTables = true
      return options
    }
  }

  /// Opens the connections.
  /// - Returns: the database, and the reason that the file was opened as immutable, without locks; nil if it can be
  ///   written.
  private static func openPool(_ options: Options) throws -> (DatabasePool, writeError: DatabaseError?) {
    var configuration = configuration(options)
    do {
      return (try DatabasePool(path: plain(options.path), configuration: configuration), nil)
    } catch let error as DatabaseError {
      // Without write access to the directory, it can be read as long as it has no log.
      guard !options.createsTables, cannotWrite.contains(error.resultCode),
        StoreFile.size(of: options.path + "-wal") == 0
      else { throw error }
      configuration.readonly = true
      return (try DatabasePool(path: immutable(options.path), configuration: configuration), error)
    }
  }

  private static func migrate(_ pool: DatabasePool, _ path: String, isLocked: Bool) throws {
    if try pool.read(StoreSchema.migrator.hasCompletedMigrations) { return }
    // The tables must not change while an older Tern imports. Another process may be creating them.
    let lock = isLocked ? nil : try StoreFolder(path: StoreFolder.path(of: path)).lock(waiting: 500)
    try StoreSchema.migrator.migrate(pool)
    _ = consume lock
  }

  /// In bytes, of a new database. The operating system writes files by page; this size made imports a tenth faster.
  private static let pageSize = 16 << 10

  /// Global SQLite options are set once, before first use.
  private static let isSetUp = sqlite_count_no_memory() == 0

  private static func configuration(_ options: Options) -> Configuration {
    _ = isSetUp
    var configuration = Configuration()
    // An import pauses briefly between two batches: retry often.
    configuration.busyMode = .callback { waited in
      usleep(1_000)
      return waited < options.busyTimeout.milliseconds
    }
    // One for pages, one for counts.
    configuration.maximumReaderCount = 2
    configuration.prepareDatabase { database in
      // An existing database keeps its page size.
      if options.createsTables { try database.execute(sql: "PRAGMA page_size = \(pageSize)") }
      // Before anything is changed.
      try check(database, options.path, createsTables: options.createsTables)
      try WordTokenizer.add(to: database)
      SearchFunctions.add(to: database)
      // Half of SQLite's default for each reader: the system caches the file as well.
      if database.configuration.readonly { try database.execute(sql: "PRAGMA cache_size = -1024") }
      if options.showsOlderTables { try OlderTables.createViews(in: database) }
    }
    return configuration
  }

  private static func check(_ database: Database, _ path: String, createsTables: Bool) throws {
    guard try Int.fetchOne(database, sql: "PRAGMA application_id") == StoreSchema.applicationID else {
      // An interrupted creation leaves only GRDB's list of migrations.
      let tables = "SELECT count(*) FROM sqlite_master WHERE tbl_name != 'grdb_migrations'"
      let isEmpty = try Int.fetchOne(database, sql: tables) == 0
      guard isEmpty else {
        throw StoreError.unusable(path: path.escapingControls, reason: "It is not a Tern database")
      }
      if !createsTables { throw EmptyStore() }
      return
    }
    // Tern's databases have no views or triggers.
    let plants = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type IN ('view', 'trigger'))"
    if try Bool.fetchOne(database, sql: plants) == true {
      throw StoreError.unusable(path: path.escapingControls, reason: "It has unexpected tables")
    }
    if try StoreSchema.migrator.hasBeenSuperseded(database) { throw StoreError.newer(path: path.escapingControls) }
  }

  /// SQLite interprets a path that begins with `file:` as a URI.
  static func plain(_ path: String) -> String { path.hasPrefix("/") ? path : "./" + path }

  static func immutable(_ path: String) -> String {
    let escaped = path.utf8.map { byte -> String in
      let isPlain =
        byte > 0x20 && byte < 0x7F && ![UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    return "file:" + (path.hasPrefix("/") ? "//" : "./") + escaped.joined() + "?immutable=1"
  }
}
