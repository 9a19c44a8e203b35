import Domain
import FoundationEssentials
import GRDB

/// What somebody is writing, in the store, which is made where there is none. What cannot be written leaves what was
/// there as it was.
public struct StoredDrafts: DraftRepository {
  private let store: PostStore

  public init(store: PostStore) {
    self.store = store
  }

  public func drafts() async throws(StoreError) -> [Draft] {
    try await store.read { try Draft.all(in: $0) } ?? []
  }

  public func store(_ draft: Draft) async throws(StoreError) {
    try await store.ready().keep { try draft.keep(in: $0) }
  }

  public func store(_ draft: Draft, over seen: DraftRevision) async throws(StoreError) -> Bool {
    try await store.ready().keep { database in
      guard seen.isStill(try draft.id.draft(in: database)) else { return false }
      try draft.keep(in: database)
      return true
    }
  }

  public func remove(_ draft: DraftID) async throws(StoreError) {
    guard let database = try store.opened() else { return }
    try await database.keep { try draft.removeDraft(in: $0) }
  }
}

extension Draft {
  /// The one that was changed last comes first.
  static func all(in database: Database) throws -> [Draft] {
    try Row.fetchAll(database, sql: "SELECT * FROM draft ORDER BY changedAt DESC, rowid DESC").compactMap(Draft.init)
  }

  /// nil where this Tern does not know what stands there.
  fileprivate init?(row: Row) {
    guard let id = row.text("id"), let account = row.text("account"), let content = row.text("content"),
      let draft = StoredJSON.decode(StoredDraft.self, content)?
        .draft(id: DraftID(id), account: AccountID(storageKey: account))
    else { return nil }
    self = draft
  }

  /// It was on its way, and is a draft again. What has been written under its id since becomes a draft of its own.
  func comeBack(in database: Database) throws {
    let isKept = try Row.fetchOne(database, sql: "SELECT 1 FROM draft WHERE id = ?", arguments: [id.rawValue]) != nil
    if isKept, try id.draft(in: database).map({ !$0.saysTheSame(as: self) }) ?? true {
      try database.execute(
        sql: "UPDATE draft SET id = ? WHERE id = ?", arguments: [DraftID().rawValue, id.rawValue])
    }
    try keep(in: database)
  }

  func keep(in database: Database) throws {
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
  /// What is kept under it.
  fileprivate func draft(in database: Database) throws -> Draft? {
    try Row.fetchOne(database, sql: "SELECT * FROM draft WHERE id = ?", arguments: [rawValue]).flatMap(Draft.init)
  }

  func removeDraft(in database: Database) throws {
    try database.execute(sql: "DELETE FROM draft WHERE id = ?", arguments: [rawValue])
  }
}

extension StoredJSON {
  /// For what must not get lost.
  static func required(_ value: some Encodable) throws -> String {
    guard let text = encode(value) else {
      throw StoreError.unusable(path: "", reason: "It cannot be written down")
    }
    return text
  }
}
