import Domain
import FoundationEssentials
import GRDB

/// The outbox in the store.
public struct StoredOutbox: OutboxRepository {
  private let store: PostStore
  private let processes: any ProcessRegistry

  /// - Parameter processes: identifies this process in claims, and checks whether another process has ended.
  public init(store: PostStore, processes: any ProcessRegistry = NoProcesses()) {
    self.store = store
    self.processes = processes
  }

  public func entries() async throws(StoreError) -> [OutboxEntry] {
    try await store.read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM outbox ORDER BY sentAt, rowid").compactMap(OutboxEntry.init)
    } ?? []
  }

  /// Adds entries and removes their drafts.
  /// - Returns: false if one of them was sent or enqueued before.
  public func enqueue(_ entries: [OutboxEntry]) async throws(StoreError) -> Bool {
    try await store.openOrCreateDatabase().writeDurably { [processes] database in
      for entry in entries {
        guard try !entry.id.isSent(in: database), try OutboxEntry.find(entry.id, in: database) == nil else {
          return false
        }
      }
      for entry in entries {
        try entry.id.removeDraft(in: database)
        try database.execute(
          sql: """
            INSERT INTO outbox (id, account, sentAt, notBefore, claimedUntil, needsPerson, content)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, arguments: try entry.values(in: [.id, .account, .content], by: processes))
      }
      return true
    }
  }

  /// Claims the next entry that is due, unless another process is sending one of the account.
  /// - Parameter lease: the expiry of the claim.
  /// - Returns: the claimed entry; nil if there is none.
  public func claim(of account: AccountID, now: Date, lease: Date) async throws(StoreError) -> OutboxEntry? {
    // Check with a read first, as it does not wait for writers.
    guard try await isDue(account, now), let database = try store.openDatabase() else { return nil }
    return try await database.writeDurably { [processes] database -> OutboxEntry? in
      let claimed = "SELECT * FROM outbox WHERE account = ? AND claimedUntil > ?"
      let arguments: StatementArguments = [account.storageKey, now.milliseconds]
      guard
        try Row.fetchAll(database, sql: claimed, arguments: arguments).allSatisfy({ $0.isAbandoned(processes) }),
        var entry = try Row.fetchAll(database, sql: Self.due, arguments: arguments)
          .lazy.compactMap(OutboxEntry.init).first(where: { try !$0.waitsForPreviousPost(in: database) })
      else { return nil }
      entry.state = .sending(until: lease)
      entry.attempts = entry.attempts.addingReportingOverflow(1).partialValue
      try entry.store(in: database, by: processes)
      return try OutboxEntry.find(entry.id, in: database)
    }
  }

  /// Updates an entry, unless another process has claimed it in the meantime.
  /// - Parameter claim: the expiry of the claim that the caller holds; nil for an unclaimed entry.
  /// - Returns: false if the claim is not current.
  public func update(_ entry: OutboxEntry, claimedUntil claim: Date?) async throws(StoreError) -> Bool {
    guard let database = try store.openDatabase() else { return false }
    return try await database.writeDurably { [processes] database in
      guard try entry.id.isClaimed(until: claim, in: database) else { return false }
      try entry.store(in: database, by: processes)
      return true
    }
  }

  /// Removes a sent entry. Entries and drafts that continue it become replies to the post.
  public func finish(_ entry: DraftID, as post: Post?) async throws(StoreError) {
    guard let database = try store.openDatabase() else { return }
    try await database.writeDurably { [processes] database in
      try entry.removeEntry(in: database)
      try entry.recordSent(in: database)
      for var next in try OutboxEntry.continuing(entry, in: database) {
        next.draft.purpose = post.map { .reply(to: DraftSubject($0)) } ?? .post
        try next.store(in: database, by: processes)
      }
      for var next in try Draft.continuing(entry, in: database) {
        next.purpose = post.map { .reply(to: DraftSubject($0)) } ?? .post
        try next.save(in: database)
      }
    }
  }

  /// Turns an entry, and those that continue it, into drafts again.
  /// - Parameters:
  ///   - draft: the draft to store, with the ID of the entry.
  ///   - claim: the expiry of the claim that the caller holds; nil for an unclaimed entry.
  /// - Returns: false if the claim is not current.
  public func returnToDrafts(_ draft: Draft, claimedUntil claim: Date?) async throws(StoreError) -> Bool {
    guard let database = try store.openDatabase() else { return false }
    return try await database.writeDurably { database in
      guard try draft.id.isClaimed(until: claim, in: database) else { return false }
      try draft.id.removeEntry(in: database)
      try draft.restore(in: database)
      try draft.id.restoreContinuations(in: database)
      return true
    }
  }

  /// Turns an entry that is not being sent into a draft again.
  /// - Returns: the former entry; nil if it is being sent or was removed.
  public func withdraw(_ entry: DraftID, now: Date) async throws(StoreError) -> OutboxEntry? {
    guard let database = try store.openDatabase() else { return nil }
    return try await database.writeDurably { [processes] database -> OutboxEntry? in
      guard let row = try OutboxEntry.row(entry, in: database), let known = OutboxEntry(row: row) else { return nil }
      if case .sending(let until) = known.state, until > now, !row.isAbandoned(processes) { return nil }
      try entry.removeEntry(in: database)
      try known.withdrawnDraft.restore(in: database)
      try entry.restoreContinuations(in: database)
      return known
    }
  }

  private static let due = """
    SELECT * FROM outbox WHERE account = ? AND needsPerson = 0 AND notBefore <= ? ORDER BY sentAt, rowid
    """

  private func isDue(_ account: AccountID, _ now: Date) async throws(StoreError) -> Bool {
    try await store.read { database in
      try Row.fetchOne(database, sql: Self.due, arguments: [account.storageKey, now.milliseconds]) != nil
    } ?? false
  }
}

extension StoredOutbox {
  /// Turns all entries of an account into drafts, before the account is removed. A draft says if its post may have been
  /// sent already.
  static func restoreAllDrafts(of account: AccountID, in database: Database) throws {
    let rows = try Row.fetchAll(
      database, sql: "SELECT * FROM outbox WHERE account = ?", arguments: [account.storageKey])
    for entry in rows.compactMap(OutboxEntry.init) {
      try entry.withdrawnDraft.restore(in: database)
      try entry.id.removeEntry(in: database)
    }
  }
}

// MARK: - Threads

extension OutboxEntry {
  fileprivate func waitsForPreviousPost(in database: Database) throws -> Bool {
    guard case .continuation(let previous) = draft.purpose else { return false }
    return try OutboxEntry.find(previous, in: database) != nil
  }

  fileprivate static func continuing(_ entry: DraftID, in database: Database) throws -> [OutboxEntry] {
    try Row.fetchAll(database, sql: "SELECT * FROM outbox").compactMap(OutboxEntry.init)
      .filter { $0.draft.purpose == .continuation(of: entry) }
  }
}

extension Draft {
  fileprivate static func continuing(_ entry: DraftID, in database: Database) throws -> [Draft] {
    try all(in: database).filter { $0.purpose == .continuation(of: entry) }
  }
}

extension DraftID {
  fileprivate func restoreContinuations(in database: Database) throws {
    for next in try OutboxEntry.continuing(self, in: database) {
      try next.id.removeEntry(in: database)
      try next.draft.restore(in: database)
      try next.id.restoreContinuations(in: database)
    }
  }
}

// MARK: - Rows

extension Row {
  /// Whether the process that claimed the entry has ended.
  fileprivate func isAbandoned(_ processes: any ProcessRegistry) -> Bool {
    let stored = text("content").flatMap { StoredJSON.decode(StoredOutboxEntry.self, $0) }
    return stored?.holder.map(processes.hasEnded) ?? false
  }
}

extension DraftID {
  /// The maximum number of stored IDs of sent drafts. No entry with an older ID exists.
  private static let maxSent = 10_000

  fileprivate func isSent(in database: Database) throws -> Bool {
    let sql = "SELECT EXISTS (SELECT 1 FROM sentDraft WHERE id = ?)"
    return try Bool.fetchOne(database, sql: sql, arguments: [rawValue]) == true
  }

  fileprivate func recordSent(in database: Database) throws {
    try database.execute(sql: "INSERT OR IGNORE INTO sentDraft (id) VALUES (?)", arguments: [rawValue])
    try database.execute(
      sql: "DELETE FROM sentDraft WHERE number <= (SELECT max(number) FROM sentDraft) - ?", arguments: [Self.maxSent])
  }

  fileprivate func removeEntry(in database: Database) throws {
    try database.execute(sql: "DELETE FROM outbox WHERE id = ?", arguments: [rawValue])
  }

  /// - Parameter claim: the expected expiry; nil to test whether the entry exists unclaimed.
  fileprivate func isClaimed(until claim: Date?, in database: Database) throws -> Bool {
    let row = try Row.fetchOne(database, sql: "SELECT claimedUntil FROM outbox WHERE id = ?", arguments: [rawValue])
    guard let row else { return false }
    return row.integer("claimedUntil") == claim?.milliseconds
  }
}

extension OutboxEntry {
  fileprivate enum Column {
    case id, account, content
  }

  fileprivate static func row(_ id: DraftID, in database: Database) throws -> Row? {
    try Row.fetchOne(database, sql: "SELECT * FROM outbox WHERE id = ?", arguments: [id.rawValue])
  }

  fileprivate static func find(_ id: DraftID, in database: Database) throws -> OutboxEntry? {
    try row(id, in: database).flatMap(OutboxEntry.init)
  }

  fileprivate func store(in database: Database, by processes: any ProcessRegistry) throws {
    var arguments = try values(in: [.content], by: processes)
    arguments += [id.rawValue]
    try database.execute(
      sql: """
        UPDATE outbox SET sentAt = ?, notBefore = ?, claimedUntil = ?, needsPerson = ?, content = ? WHERE id = ?
        """, arguments: arguments)
  }

  /// - Parameter processes: identifies this process as the holder of a claim.
  fileprivate func values(in columns: Set<Column>, by processes: any ProcessRegistry) throws -> StatementArguments {
    var lease: Int64?
    if case .sending(let until) = state { lease = until.milliseconds }
    var needsPerson = false
    if case .needsConfirmation = state { needsPerson = true }
    var values: StatementArguments = []
    if columns.contains(.id) { values += [id.rawValue] }
    if columns.contains(.account) { values += [draft.account.storageKey] }
    values += [sentAt.milliseconds, notBefore.milliseconds, lease, needsPerson ? 1 : 0]
    values += [try StoredJSON.required(StoredOutboxEntry(self, holder: processes.currentName))]
    return values
  }

  /// nil if this version of Tern cannot decode the row.
  fileprivate init?(row: Row) {
    guard let id = row.text("id"), let account = row.text("account"), let sentAt = row.integer("sentAt"),
      let notBefore = row.integer("notBefore"),
      let stored = row.text("content").flatMap({ StoredJSON.decode(StoredOutboxEntry.self, $0) }),
      let draft = stored.draft.draft(id: DraftID(id), account: AccountID(storageKey: account))
    else { return nil }
    let state: State =
      if let lease = row.integer("claimedUntil") {
        .sending(until: Date(milliseconds: lease))
      } else if row.number("needsPerson") == 1 {
        .needsConfirmation(stored.question.flatMap(UnconfirmedReason.init) ?? .mayHaveBeenSent)
      } else {
        .waiting(since: stored.failure?.error)
      }
    self.init(
      draft: draft, key: stored.key, sentAt: Date(milliseconds: sentAt), notBefore: Date(milliseconds: notBefore),
      firstAttemptAt: stored.firstTriedAt.map(Date.init(milliseconds:)), attempts: stored.tries, state: state)
  }
}
