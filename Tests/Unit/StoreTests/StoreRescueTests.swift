import Domain
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import Store

/// Copying content from a damaged database, and reporting the damage.
@Suite struct StoreRescueTests {
  private let live: ServerStoreHarness
  private var fixture: StoreHarness { live.fixture }
  private var ada: AccountID { live.account.id }

  init() async throws {
    live = try await ServerStoreHarness()
  }

  private func newStore() -> PostStore { PostStore(directory: fixture.directory) }

  private func draft(_ text: String) -> Draft { Draft(account: ada, text: text, changedAt: .noon) }

  /// Stores drafts, a post of the outbox and posts, and moves all of it from the log into the file.
  private func fill(drafts count: Int = 3) async throws {
    for number in 1...count { try await StoredDrafts(store: fixture.store).store(draft("Draft \(number)")) }
    let sent = draft("On its way")
    _ = try await StoredOutbox(store: fixture.store).enqueue([
      OutboxEntry(draft: sent, key: "key", sentAt: .noon, notBefore: .noon)
    ])
    try await live.merge((1...40).map(String.init))
    try await DatabaseQueue(path: fixture.databasePath).writeWithoutTransaction {
      _ = try Row.fetchAll($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  /// Overwrites the pages of a table.
  private func damage(_ table: String) async throws {
    let pages = try fixture.read { database in
      try Int64.fetchAll(database, sql: "SELECT pageno FROM dbstat WHERE name = ?", arguments: [table])
    }
    let size = try fixture.read { try Int64.fetchOne($0, sql: "PRAGMA page_size") ?? 0 }
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: fixture.databasePath))
    for page in pages {
      try file.seek(toOffset: UInt64((page - 1) * size))
      try file.write(contentsOf: Data(repeating: 0xA5, count: Int(size)))
    }
    try file.close()
  }

  @Test func `Accounts, drafts and outbox are copied from a damaged store into a new one`() async throws {
    try await fill()
    let before = try await StoredDrafts(store: fixture.store).drafts()
    try await damage("profile")
    let store = newStore()
    let reports = Recorder<StoreError>()
    store.reportDamage { reports.record($0) }
    // Reads the damaged table.
    _ = try? await SQLiteTimelineCache(store: store, account: ada).page(of: .home, PageRequest(.newest, limit: 10))
    let path = fixture.databasePath
    #expect(
      reports.all == [
        .damaged(
          path: path, setAside: path + ".damaged",
          rescued: RescuedContent(accounts: 1, drafts: before.count, outbox: 1))
      ])
    #expect(try await StoredDrafts(store: store).drafts() == before)
    #expect(try await StoredOutbox(store: store).entries().map(\.draft.text) == ["On its way"])
    #expect(try await SQLiteServerAccounts(store: store).accounts().map(\.id) == [ada])
    try expectIntact(fixture.directory)
  }

  @Test func `Damaged drafts are said to be unreadable, and the rest is copied`() async throws {
    try await fill(drafts: 2)
    try await damage("draft")
    let store = newStore()
    let reports = Recorder<StoreError>()
    store.reportDamage { reports.record($0) }
    _ = try? await StoredDrafts(store: store).drafts()
    let path = fixture.databasePath
    #expect(
      reports.all == [
        .damaged(
          path: path, setAside: path + ".damaged",
          rescued: RescuedContent(accounts: 1, outbox: 1, unreadable: [.drafts]))
      ])
    #expect(try await StoredDrafts(store: store).drafts() == [])
  }

  @Test func `Damage that a caller ignores is reported once, also to a later receiver`() async throws {
    let fixture = StoreHarness()
    try FileManager.default.createDirectory(atPath: fixture.directory, withIntermediateDirectories: true)
    try Data(repeating: 65, count: 10_000).write(to: URL(fileURLWithPath: fixture.databasePath))
    let store = fixture.store
    let first = Recorder<StoreError>()
    let second = Recorder<StoreError>()
    store.reportDamage { first.record($0) }
    // It ignores errors of the store.
    _ = StoreSessionStorage(store: store, others: MemorySessionRepository()).load()
    #expect(try await StoreAccounts(store: store).accounts() == [])
    store.reportDamage { second.record($0) }
    let path = fixture.databasePath
    let damage = StoreError.damaged(
      path: path, setAside: path + ".damaged", rescued: .nothing)
    #expect(first.all == [damage] && second.all == [damage])
  }

  @Test(arguments: [
    (RescuedContent(), nil), (.nothing, "its accounts, drafts, outbox and unsent actions cannot be read"),
    (RescuedContent(drafts: 1), "1 draft was saved from it"),
    (
      RescuedContent(accounts: 1, drafts: 2, outbox: 3),
      "1 account, 2 drafts and 3 posts of the outbox were saved from it"
    ),
    (
      RescuedContent(drafts: 2, unreadable: [.drafts]), "2 drafts were saved from it; other drafts cannot be read"
    ),
    (
      RescuedContent(accounts: 1, unreadable: [.accounts, .outbox, .actions]),
      "1 account was saved from it; other accounts and its outbox and unsent actions cannot be read"
    ),
    (RescuedContent(unreadable: [.outbox]), "its outbox cannot be read"),
  ])
  func `The report says what was saved`(content: RescuedContent, clause: String?) {
    #expect(content.clause == clause)
  }
}
