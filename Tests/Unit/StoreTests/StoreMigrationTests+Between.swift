import Domain
import Foundation
import GRDB
import StoreSupport
import TestSupport
import Testing

@testable import Store

// MARK: - Interruptions

extension StoreMigrationTests {
  /// The sizes of the log's header and of its page headers.
  private static let headers = (log: 32, page: 24)
  /// Queries for facets that version 8 indexes.
  private static let fields = [
    "is:reply", "is:reply is:thread OR lang:ja OR to:grace", "likes:>0 OR has:poll", "in:Likes #coffee OR is:edited",
    "in:Replies -in:Likes", "-in:Replies -likes:0 in:Home", "(in:Likes OR has:link) -in:Replies", "-from:ada -likes:>1",
    "-lovelace -is:reply",
  ]

  @Test func `A killed migration loses nothing`() async throws {
    let before = try rows()
    // The files when everything is in the log, and nothing in the database.
    var configuration = Configuration()
    configuration.prepareDatabase { try WordTokenizer.add(to: $0) }
    let pool = try DatabasePool(path: fixture.databasePath, configuration: configuration)
    try StoreSchema.migrator.migrate(pool)
    let database = try Data(contentsOf: URL(filePath: fixture.databasePath))
    let log = try Data(contentsOf: URL(filePath: fixture.databasePath + "-wal"))
    try pool.close()

    let page = 4_096 + Self.headers.page
    #expect(log.count > 3 * page)
    var ends = stride(from: Self.headers.log, through: log.count, by: page).flatMap { [$0, $0 + 11, $0 + page / 2] }
    ends = [0, 7] + ends.filter { $0 <= log.count }
    var seen: [Bool: Int] = [:]
    for end in ends {
      // Reading it repairs it.
      seen[try Self(StoreHarness(database, log: log.prefix(end))).isMigrated, default: 0] += 1
      let tests = try Self(StoreHarness(database, log: log.prefix(end)))
      #expect(try await StoreAccounts(store: tests.fixture.store).accounts().count == 3, "the log ends at \(end)")
      #expect(try tests.isMigrated, "the log ends at \(end)")
      #expect(try tests.rows() == before, "the log ends at \(end)")
      if end == ends.last { try await tests.expectAllAsBefore() }
    }
    #expect(seen[false, default: 0] > 6 && seen[true] == 1)
  }

  @Test func `While an older Tern imports, tables are read unchanged and migrated afterwards`()
    async throws
  {
    let before = try rows()
    let lock = try StoreFolder(path: fixture.directory).lock()
    let found = try await allMatches(of: Self.fields)
    #expect(found[0] != [] && found[2] != [])
    try await expectAllAsBefore()
    #expect(try !isMigrated)
    #expect(throws: SessionError(path: fixture.databasePath, reason: "Another Tern is using it")) {
      try session.update { $0.accounts[ada]?.positions[.home] = position("1001", minutesAgo: 30) }
    }
    #expect(throws: StoreError.busy(path: fixture.databasePath)) { try fixture.importPosts([]) }
    #expect(throws: StoreError.busy(path: fixture.databasePath)) { try fixture.store.forget(ada) { _ in } }
    _ = consume lock
    #expect(try rows() == before)
    #expect(try await allMatches(of: Self.fields) == found)
    try session.update { $0.accounts[ada]?.positions[.home] = position("1001", minutesAgo: 30) }
    #expect(session.load().accounts[ada]?.positions[.home] == position("1001", minutesAgo: 30))
    #expect(try isMigrated)
    try expectIntact(fixture.directory)
  }

  /// If the disk is full during the last of several migrations, the earlier ones are complete.
  @Test(arguments: ["2", "7", "8", "10", "11"])
  func `A store between two versions can be searched`(version: String) async throws {
    var configuration = Configuration()
    configuration.prepareDatabase { try WordTokenizer.add(to: $0) }
    let queue = try DatabaseQueue(path: fixture.databasePath, configuration: configuration)
    try StoreSchema.migrator.migrate(queue, upTo: version)
    try queue.close()
    let lock = try StoreFolder(path: fixture.directory).lock()
    let found = try await allMatches(of: Self.fields)
    #expect(found.filter { $0 == [] } == [])
    try await expectAllAsBefore()
    #expect(try !isMigrated)
    _ = consume lock
    let store = PostStore(directory: fixture.directory)
    _ = try await StoreAccounts(store: store).accounts()
    #expect(try isMigrated)
    #expect(try await allMatches(of: Self.fields) == found)
    try expectIntact(fixture.directory)
    let isAsNew = try fixture.read { database in
      try ["postAnswering", "postRare", "postCounted"].allSatisfy { try !StoreSchema.has($0, in: database) }
        && StoreSchema.has("postVersionByLatest", in: database)
    }
    #expect(isAsNew)
  }

  @Test func `While another program writes, tables are read unchanged`() async throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: fixture.databasePath, configuration: configuration)
    let write = "UPDATE timeline SET count = count + 1; UPDATE timeline SET count = count - 1; BEGIN IMMEDIATE"
    try other.inDatabase { try $0.execute(sql: write) }
    try await expectAllAsBefore()
    #expect(try !isMigrated)
    try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
    try await expectAllAsBefore()
    #expect(try isMigrated)
  }

  @Test(.enabled(if: getuid() != 0, "root writes everywhere"), arguments: ["1", "2", "7"])
  func `On a read-only disk, tables are read unchanged and searched`(version: String)
    async throws
  {
    let before = try rows()
    var configuration = Configuration()
    configuration.prepareDatabase { try WordTokenizer.add(to: $0) }
    let queue = try DatabaseQueue(path: fixture.databasePath, configuration: configuration)
    try StoreSchema.migrator.migrate(queue, upTo: version)
    try queue.close()
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: fixture.databasePath + suffix) }
    chmod(fixture.databasePath, 0o400)
    chmod(fixture.directory, 0o500)
    defer { chmod(fixture.directory, 0o700) }
    try await expectAllAsBefore()
    let found = try await allMatches(of: Self.fields)
    #expect(found[0] != [] && found[2] != [])
    #expect(throws: SessionError.self) {
      try session.update { $0.accounts[ada]?.positions[.home] = position("1001", minutesAgo: 30) }
    }
    chmod(fixture.directory, 0o700)
    chmod(fixture.databasePath, 0o600)
    #expect(try rows() == before)
    let other = Self(fixture)
    _ = try await StoreAccounts(store: PostStore(directory: fixture.directory)).accounts()
    #expect(try other.isMigrated)
    #expect(try await other.allMatches(of: Self.fields) == found)
  }
}

extension StoreHarness {
  fileprivate convenience init(_ database: Data, log: Data) throws {
    self.init()
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try database.write(to: URL(filePath: databasePath))
    try log.write(to: URL(filePath: databasePath + "-wal"))
  }
}
