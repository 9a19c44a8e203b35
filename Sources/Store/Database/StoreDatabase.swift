import CSQLite
import Domain
import Foundation
import GRDB
import Runtime
import Synchronization

/// The database that Tern keeps what has been imported in, open.
final class StoreDatabase: Sendable {
  static let name = "tern.sqlite"

  let path: String
  /// The one that is open; by now another may lie at the path.
  let file: StoreFile
  let pool: DatabasePool
  /// With another Tern that writes.
  let busyTimeout: BusyTimeout
  /// Why its tables are still those of an older version, which are read and not written; nil where they are up to date.
  let obstacle: StoreError?
  /// Nobody tells it of changes then: what is read may not fit together, and yet nothing is damaged.
  private let isImmutable: Bool
  private let blocksCaller: Bool

  /// Opens it, and brings its tables up to date.
  /// - Parameter isLocked: whether the lock of the folder is held by the caller, who wants to write: an empty one is
  ///   given its tables then, and one that cannot be brought up to date is refused.
  /// - Returns: nil where there is none, or nothing in it.
  static func open(
    path: String, isLocked: Bool, blocksCaller: Bool = false
  ) throws(StoreError) -> StoreDatabase? {
    guard let file = try StoreFile(at: path) else { return nil }
    if file.isEmpty {
      // Without its beginning, SQLite would delete what has been written since.
      if StoreFile.size(of: path + "-wal") > 0 {
        throw DamagedStore(path: path, file: file).setAside(isLocked: isLocked)
      }
      guard isLocked else { return nil }
    }
    do {
      return try StoreDatabase(path, file, isLocked: isLocked, blocksCaller: blocksCaller)
    } catch is EmptyStore {
      return nil
    } catch {
      guard StoreErrorMapping.isDamage(error) else { throw StoreErrorMapping.translate(error, path) }
      throw DamagedStore(path: path, file: file).setAside(isLocked: isLocked)
    }
  }

  private init(_ path: String, _ file: StoreFile, isLocked: Bool, blocksCaller: Bool) throws {
    self.path = path
    self.blocksCaller = blocksCaller
    self.file = file
    let options = Options(path: path, busyTimeout: BusyTimeout(), makesTables: isLocked)
    busyTimeout = options.busyTimeout
    let (pool, isImmutable) = try Self.openPool(options)
    busyTimeout.becomeShort()
    self.isImmutable = isImmutable
    do {
      try Self.migrate(pool, path, isLocked: isLocked)
      self.pool = pool
      obstacle = nil
    } catch {
      guard !isLocked, !StoreErrorMapping.isDamage(error) else { throw error }
      try? pool.close()
      (self.pool, _) = try Self.openPool(options.showingOlderTables)
      obstacle = StoreErrorMapping.translate(error, path)
    }
  }

  /// Asks it something. A question that nobody waits for any more is broken off.
  func read<Answer: Sendable>(
    _ question: @escaping @Sendable (Database) throws -> Answer
  ) async throws(StoreError) -> Answer {
    if blocksCaller { return try blockingRead(question) }
    do {
      return try await pool.read(question)
    } catch {
      throw failure(error)
    }
  }

  /// As `read`, on the thread of the caller.
  func blockingRead<Answer>(_ question: (Database) throws -> Answer) throws(StoreError) -> Answer {
    do {
      return try pool.read(question)
    } catch {
      throw failure(error)
    }
  }

  /// Changes something, and waits until that is done.
  func write(_ change: (Database) throws -> Void) throws(StoreError) {
    if let obstacle { throw obstacle }
    do {
      try pool.write(change)
    } catch {
      throw failure(error)
    }
  }

  /// As often a change waits for a place among those of another Tern, each time as long as `BusyTimeout` says.
  private static let maxAttempts = 12

  /// Changes something as a whole, or not at all, on a thread of the database's. Whoever stores where they are comes in
  /// between while it waits for another Tern.
  ///
  /// Each row is written behind those that it refers to, as in an import: to have SQLite look that up would take it
  /// through all entries for each post that goes.
  func change<Answer: Sendable>(
    _ change: @escaping @Sendable (Database) throws -> Answer
  ) async throws(StoreError) -> Answer {
    try await write(isDurable: false, change)
  }

  /// As `change`; what somebody has written is on the disk itself when this returns, and the power may fail then. It is
  /// done also where the task has been cancelled: a screen that closes takes no draft along.
  func keep<Answer: Sendable>(
    _ change: @escaping @Sendable (Database) throws -> Answer
  ) async throws(StoreError) -> Answer {
    let keeping = Task(executorPreference: currentTaskExecutor) { () -> Result<Answer, StoreError> in
      do throws(StoreError) {
        return .success(try await self.write(isDurable: true, change))
      } catch {
        return .failure(error)
      }
    }
    return try await keeping.value.get()
  }

  /// SQLite by itself lets the last changes lie in the system's memory: a kill loses nothing of them, a power cut may.
  private func write<Answer: Sendable>(
    isDurable: Bool, _ change: @escaping @Sendable (Database) throws -> Answer
  ) async throws(StoreError) -> Answer {
    if let obstacle { throw obstacle }
    let begin = "PRAGMA foreign_keys = OFF" + (isDurable ? "; PRAGMA synchronous = FULL" : "")
    let end = "PRAGMA foreign_keys = ON" + (isDurable ? "; PRAGMA synchronous = NORMAL" : "")
    var attempt = 1
    while true {
      do {
        let whole = { @Sendable (database: Database) in
          try database.execute(sql: begin)
          defer { _ = try? database.execute(sql: end) }
          var answer: Answer?
          try database.inTransaction(.immediate) {
            answer = try change(database)
            return .commit
          }
          guard let answer else { throw CancellationError() }
          return answer
        }
        return blocksCaller ? try blockingWrite(whole) : try await pool.writeWithoutTransaction(whole)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && attempt < Self.maxAttempts {
        attempt += 1
      } catch {
        throw failure(error)
      }
    }
  }

  private func blockingWrite<Answer>(_ change: (Database) throws -> Answer) throws -> Answer {
    try pool.writeWithoutTransaction(change)
  }

  /// Where it is damaged, it is set aside. Whoever works under the lock of the folder says so.
  func failure(_ error: any Error, isLocked: Bool = false) -> StoreError {
    guard StoreErrorMapping.isDamage(error), !isImmutable else { return StoreErrorMapping.translate(error, path) }
    return DamagedStore(path: path, file: file).setAside(isLocked: isLocked)
  }
}

/// How long one waits for another Tern. Whoever opens the database waits while another one closes it, which takes what the
/// disk takes; no key waits for long; an import does, for as long as a batch takes, after which something is wrong.
final class BusyTimeout: Sendable {
  private let limit = Atomic(2_000)

  var milliseconds: Int { limit.load(ordering: .relaxed) }

  /// For whoever has keys to answer.
  func becomeShort() {
    limit.store(250, ordering: .relaxed)
  }

  /// For whoever imports or forgets.
  func becomeLong() {
    limit.store(3_000, ordering: .relaxed)
  }
}

/// There are no tables in it yet.
private struct EmptyStore: Error {}

extension StoreDatabase {
  private static let cannotWrite: [ResultCode] = [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_FULL]

  private struct Options {
    var path: String
    var busyTimeout: BusyTimeout
    var makesTables: Bool
    var showsOlderTables = false

    var showingOlderTables: Options {
      var options = self
      options.showsOlderTables = true
      return options
    }
  }

  /// - Returns: also whether it can only be read, as it lies there now.
  private static func openPool(_ options: Options) throws -> (DatabasePool, isImmutable: Bool) {
    var configuration = configuration(options)
    do {
      return (try DatabasePool(path: plain(options.path), configuration: configuration), false)
    } catch let error as DatabaseError {
      // Where no file can be made beside it, it can still be read, as long as all of it is in the one file.
      guard !options.makesTables, cannotWrite.contains(error.resultCode), StoreFile.size(of: options.path + "-wal") == 0
      else { throw error }
      configuration.readonly = true
      return (try DatabasePool(path: immutable(options.path), configuration: configuration), true)
    }
  }

  private static func migrate(_ pool: DatabasePool, _ path: String, isLocked: Bool) throws {
    if try pool.read(StoreSchema.migrator.hasCompletedMigrations) { return }
    // An older Tern that imports would find other tables under its hands.
    let lock = isLocked ? nil : try StoreFolder(path: StoreFolder.path(of: path)).lock()
    try StoreSchema.migrator.migrate(pool)
    _ = consume lock
  }

  /// In bytes, of a new database. Its files are written page by page, and fewer of them make an import a tenth faster.
  private static let pageSize = 16 << 10

  /// What holds for all of SQLite is said before it is used first, and not again.
  private static let isSetUp = sqlite_count_no_memory() == 0

  private static func configuration(_ options: Options) -> Configuration {
    _ = isSetUp
    var configuration = Configuration()
    // An import leaves others a gap between two batches, and it is not a long one.
    configuration.busyMode = .callback { waited in
      usleep(1_000)
      return waited < options.busyTimeout.milliseconds
    }
    // One for pages, one for counting meanwhile.
    configuration.maximumReaderCount = 2
    configuration.prepareDatabase { database in
      // One that is there keeps its own.
      if options.makesTables { try database.execute(sql: "PRAGMA page_size = \(pageSize)") }
      // Before anything is changed.
      try check(database, options.path, makesTables: options.makesTables)
      try WordTokenizer.add(to: database)
      SearchFunctions.add(to: database)
      // Half of what SQLite takes by itself, for each of those who read: the system holds what is read of the file.
      if database.configuration.readonly { try database.execute(sql: "PRAGMA cache_size = -1024") }
      if options.showsOlderTables { try OlderTables.show(in: database) }
    }
    return configuration
  }

  private static func check(_ database: Database, _ path: String, makesTables: Bool) throws {
    guard try Int.fetchOne(database, sql: "PRAGMA application_id") == StoreSchema.applicationID else {
      // Whoever was stopped while making the tables has left their list alone.
      let tables = "SELECT count(*) FROM sqlite_master WHERE tbl_name != 'grdb_migrations'"
      let isEmpty = try Int.fetchOne(database, sql: tables) == 0
      guard isEmpty else {
        throw StoreError.unusable(path: path.escapingControls, reason: "It is no database of Tern's")
      }
      if !makesTables { throw EmptyStore() }
      return
    }
    // Tern plants nothing in it that acts by itself.
    let plants = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type IN ('view', 'trigger'))"
    if try Bool.fetchOne(database, sql: plants) == true {
      throw StoreError.unusable(path: path.escapingControls, reason: "Its tables are not as Tern makes them")
    }
    if try StoreSchema.migrator.hasBeenSuperseded(database) { throw StoreError.newer(path: path.escapingControls) }
  }

  /// SQLite takes what begins with `file:` for an address.
  static func plain(_ path: String) -> String { path.hasPrefix("/") ? path : "./" + path }

  private static func immutable(_ path: String) -> String {
    let escaped = path.utf8.map { byte -> String in
      let isPlain =
        byte > 0x20 && byte < 0x7F && ![UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    return "file:" + (path.hasPrefix("/") ? "//" : "./") + escaped.joined() + "?immutable=1"
  }
}
