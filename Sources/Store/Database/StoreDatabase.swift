import Domain
import Foundation
import GRDB
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
  /// Nobody tells it of changes then: what is read may not fit together, and yet nothing is damaged.
  private let isImmutable: Bool

  /// Opens it, and brings its tables up to date.
  /// - Parameter makesTables: whether an empty one is given its tables; under the lock of the folder.
  /// - Returns: nil where there is none, or nothing in it.
  static func open(path: String, makesTables: Bool) throws(StoreError) -> StoreDatabase? {
    guard let file = try StoreFile(at: path) else { return nil }
    if file.isEmpty {
      // Without its beginning, SQLite would delete what has been written since.
      if StoreFile.size(of: path + "-wal") > 0 {
        throw DamagedStore(path: path, file: file).setAside(isLocked: makesTables)
      }
      guard makesTables else { return nil }
    }
    do {
      return try StoreDatabase(path, file, makesTables: makesTables)
    } catch is EmptyStore {
      return nil
    } catch {
      guard StoreFailure.isDamage(error) else { throw StoreFailure.translate(error, path) }
      throw DamagedStore(path: path, file: file).setAside(isLocked: makesTables)
    }
  }

  private init(_ path: String, _ file: StoreFile, makesTables: Bool) throws {
    self.path = path
    self.file = file
    busyTimeout = BusyTimeout()
    do {
      pool = try DatabasePool(
        path: Self.plain(path), configuration: Self.configuration(path, busyTimeout, makesTables: makesTables))
      isImmutable = false
    } catch let error as DatabaseError {
      // Where no file can be made beside it, it can still be read, as long as all of it is in the one file.
      guard !makesTables, Self.cannotWrite.contains(error.resultCode), StoreFile.size(of: path + "-wal") == 0 else {
        throw error
      }
      var configuration = Self.configuration(path, busyTimeout, makesTables: false)
      configuration.readonly = true
      pool = try DatabasePool(path: Self.immutable(path), configuration: configuration)
      isImmutable = true
    }
    let isReady = try pool.read { try StoreSchema.migrator.hasCompletedMigrations($0) }
    if !isReady { try StoreSchema.migrator.migrate(pool) }
  }

  /// Asks it something. A question that nobody waits for any more is broken off.
  func read<Answer: Sendable>(
    _ question: @escaping @Sendable (Database) throws -> Answer
  ) async throws(StoreError) -> Answer {
    do {
      return try await pool.read(question)
    } catch {
      throw failure(error)
    }
  }

  /// Does something with it, and waits until it is done.
  func translated<Answer>(_ work: (DatabasePool) throws -> Answer) throws(StoreError) -> Answer {
    do {
      return try work(pool)
    } catch {
      throw failure(error)
    }
  }

  /// Where it is damaged, it is set aside. Whoever works under the lock of the folder says so.
  func failure(_ error: any Error, isLocked: Bool = false) -> StoreError {
    guard StoreFailure.isDamage(error), !isImmutable else { return StoreFailure.translate(error, path) }
    return DamagedStore(path: path, file: file).setAside(isLocked: isLocked)
  }
}

/// How long whoever wants to write waits for another Tern that writes. No key waits for long; an import does, for as long
/// as a batch takes, after which something is wrong.
final class BusyTimeout: Sendable {
  private let limit = Atomic(50)

  var milliseconds: Int { limit.load(ordering: .relaxed) }

  /// For whoever imports or forgets.
  func becomeLong() {
    limit.store(3_000, ordering: .relaxed)
  }
}

/// There are no tables in it yet.
private struct EmptyStore: Error {}

extension StoreDatabase {
  private static let cannotWrite: [ResultCode] = [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_FULL]

  private static func configuration(_ path: String, _ busyTimeout: BusyTimeout, makesTables: Bool) -> Configuration {
    var configuration = Configuration()
    // An import leaves others a gap between two batches, and it is not a long one.
    configuration.busyMode = .callback { waited in
      usleep(1_000)
      return waited < busyTimeout.milliseconds
    }
    // One for pages, one for counting meanwhile.
    configuration.maximumReaderCount = 2
    configuration.prepareDatabase { database in
      // Before anything is changed.
      try check(database, path, makesTables: makesTables)
      database.add(tokenizer: WordTokenizer.self)
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
  private static func plain(_ path: String) -> String { path.hasPrefix("/") ? path : "./" + path }

  private static func immutable(_ path: String) -> String {
    let escaped = path.utf8.map { byte -> String in
      let isPlain =
        byte > 0x20 && byte < 0x7F && ![UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    return "file:" + (path.hasPrefix("/") ? "//" : "./") + escaped.joined() + "?immutable=1"
  }
}
