import Domain
import Foundation
import GRDB
import Runtime
import TestSupport
import Testing

@testable import Store

/// Databases of other programs and newer versions are left unchanged.
@Suite struct StoreRefusalTests {
  private let fixture = StoreHarness()
  private let item = ImportItem(.fixture(), in: .posts)

  /// Neither reading nor importing changes a byte.
  private func expectRefusal(_ error: StoreError) async throws {
    let before = try #require(FileManager.default.contents(atPath: fixture.databasePath))
    await #expect(throws: TimelineError.storeFailed(error)) {
      try await StoreAccounts(store: fixture.store).accounts()
    }
    #expect(throws: error) { try fixture.importPosts([item]) }
    #expect(throws: error) { try fixture.store.forget(.store("ada")) { _ in } }
    #expect(FileManager.default.contents(atPath: fixture.databasePath) == before)
    let files = try FileManager.default.contentsOfDirectory(atPath: fixture.directory)
    #expect(Set(files).isSubset(of: ["tern.sqlite", "import.lock"]))
  }

  @Test func `The store of a newer Tern is refused`() async throws {
    _ = try PostStore(directory: fixture.directory).importPosts(
      from: ListSource([item], owner: .owner), named: "posts", at: "posts", stop: CancellationFlag()
    ) { _, _ in }
    try await DatabaseQueue(path: fixture.databasePath).write {
      try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('99'); CREATE TABLE novelty (id)")
    }
    try await expectRefusal(.newer(path: fixture.databasePath))
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `The database of another program is refused`(mode: String) async throws {
    try FileManager.default.createDirectory(atPath: fixture.directory, withIntermediateDirectories: true)
    try await DatabaseQueue(path: fixture.databasePath).writeWithoutTransaction { database in
      _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = \(mode)")
      try database.execute(sql: "CREATE TABLE account (id, key); INSERT INTO account VALUES (1, 'ada')")
    }
    try await expectRefusal(.unusable(path: fixture.databasePath, reason: "It is not a Tern database"))
  }

  @Test(arguments: ["", "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"])
  func `The next import completes a partly created store`(sql: String) async throws {
    try FileManager.default.createDirectory(atPath: fixture.directory, withIntermediateDirectories: true)
    try await DatabaseQueue(path: fixture.databasePath).writeWithoutTransaction { database in
      _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: sql)
    }
    #expect(try await StoreAccounts(store: fixture.store).accounts() == [])
    #expect(try fixture.importPosts([item]).counts.new == 1)
    try expectIntact(fixture.directory)
  }

  @Test func `Without a readable store, other positions are still stored`() throws {
    try FileManager.default.createDirectory(atPath: fixture.databasePath, withIntermediateDirectories: true)
    let others = MemorySessionRepository()
    let session = StoreSessionStorage(store: fixture.store, others: others)
    try session.update { $0.lastAccount = .demo("ada") }
    #expect(others.load().lastAccount == .demo("ada"))
    #expect(throws: SessionError(path: fixture.databasePath, reason: "Is a directory")) {
      try session.update { $0.accounts[.store("ada"), default: AccountState()].lastTimeline = ListedTimeline(.posts) }
    }
  }

  @Test func `Without a readable store, positions of searches are still stored`()
    throws
  {
    try FileManager.default.createDirectory(atPath: fixture.databasePath, withIntermediateDirectories: true)
    let ada = AccountID.store("ada")
    let place = EntryPosition(key: PostKey(id: PostID("1"), account: ada), date: .noon)
    let memory = AccountState(lastTimeline: ListedTimeline(.search("tea")), positions: [.search("tea"): place])
    let others = MemorySessionRepository(SessionState(accounts: [ada: memory]))
    let session = StoreSessionStorage(store: fixture.store, others: others)
    try session.update { $0.lastAccount = .demo("ada") }
    #expect(others.load().lastAccount == .demo("ada"))
    #expect(others.load().accounts == [ada: memory])
    #expect(session.load().accounts == [ada: memory])
  }
}
