import Domain
import FoundationEssentials
import GRDB

/// The drafts in the store, which is created if needed. A failed write leaves the stored draft unchanged.
public struct StoredDrafts: DraftRepository {
  private let store: PostStore

  public init(store: PostStore) {
    self.store = store
  }

  public func drafts() async throws(StoreError) -> [Draft] {
    try await store.read { try Draft.all(in: $0) } ?? []
  }

  public func store(_ draft: Draft) async throws(StoreError) {
    try await store.openOrCreateDatabase().writeDurably { try draft.save(in: $0) }
  }

  /// Stores a draft if its stored revision is the given one.
  /// - Returns: whether it was stored.
  public func store(_ draft: Draft, over seen: DraftRevision) async throws(StoreError) -> Bool {
    try await store.openOrCreateDatabase().writeDurably { database in
      guard seen.matches(try draft.id.draft(in: database)) else { return false }
      try draft.save(in: database)
      return true
    }
  }

  public func remove(_ draft: DraftID) async throws(StoreError) {
    guard let database = try store.openDatabase() else { return }
    try await database.writeDurably { try draft.removeDraft(in: $0) }
  }
}

extension Draft {
  /// All drafts, most recently changed first.
  static func all(in database: Database) throws -> [Draft] {
    try Row.fetchAll(database, sql: "SELECT * FROM draft ORDER BY changedAt DESC, rowid DESC").compactMap(Draft.init)
  }

  /// nil if this version cannot decode it.
  fileprivate init?(row: Row) {
    guard let id = row.text("id"), let account = row.text("account"), let content = row.text("content"),
      let draft = StoredJSON.decode(StoredDraft.self, content)?
        .draft(id: DraftID(id), account: AccountID(storageKey: account))
    else { return nil }
    self = draft
  }

  /// Turns an outbox entry into a draft again. A different draft that was saved with its ID since gets a new ID.
  func restore(in database: Database) throws {
    let isKept = try Row.fetchOne(database, sql: "SELECT 1 FROM draft WHERE id = ?", arguments: [id.rawValue]) != nil
    if isKept, try id.draft(in: database).map({ !$0.hasSameContent(as: self) }) ?? true {
      try database.execute(
        sql: "UPDATE draft SET id = ? WHERE id = ?", arguments: [DraftID().rawValue, id.rawValue])
    }
    try save(in: database)
  }

  func save(in database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO draft (id, account, changedAt, content) VALUES (?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET
          account = excluded.account, changedAt = excluded.changedAt, content = excluded.content
        """,
      arguments: [id.rawValue, account.storageKey, changedAt.milliseconds, try StoredJSON.required(StoredDraft(self))])
  }
}

extension DraftID {
  /// The stored draft with this ID.
  fileprivate func draft(in database: Database) throws -> Draft? {
    try Row.fetchOne(database, sql: "SELECT * FROM draft WHERE id = ?", arguments: [rawValue]).flatMap(Draft.init)
  }

  func removeDraft(in database: Database) throws {
    try database.execute(sql: "DELETE FROM draft WHERE id = ?", arguments: [rawValue])
  }
}

extension StoredJSON {
  /// Encodes content that must not be lost.
  static func required(_ value: some Encodable) throws -> String {
    guard let text = encode(value) else {
      throw StoreError.unusable(path: "", reason: "It cannot be saved")
    }
    return text
  }
}
