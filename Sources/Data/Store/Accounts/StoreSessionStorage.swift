import Domain
import GRDB

/// Stores positions and read marks of imported accounts in the store, so that they are moved and copied with it.
/// Everything else is stored elsewhere, including the options of timelines, and searches pinned as tabs, which are no
/// timelines of the store.
public struct StoreSessionStorage: SessionStorage {
  private let store: PostStore
  private let others: any SessionStorage

  /// - Parameter others: the storage for everything else.
  public init(store: PostStore, others: any SessionStorage) {
    self.store = store
    self.others = others
  }

  /// If the store cannot be read, its accounts start without a session.
  public func load() -> SessionState {
    var session = others.load()
    if let memories = try? memories() { session.add(memories) }
    return session
  }

  /// - Throws: `SessionError` if the session or the store cannot be written. The parts that can be stored are stored.
  public func update(_ change: (inout SessionState) -> Void) throws(SessionError) {
    // If the store cannot be read, the other accounts are still stored.
    let stored = Result { () throws(SessionError) in try memories() }
    let old = (try? stored.get()) ?? [:]
    var new = old
    try others.update { session in
      session.add(old)
      change(&session)
      new = session.removeStored()
    }
    // Without changes to its accounts, a failure of the store does not matter.
    let changed = new.filter { (old[$0.key] ?? AccountState()) != $0.value }
    guard !changed.isEmpty else { return }
    _ = try stored.get()
    try withDatabase { store throws(StoreError) in
      try store.write { database in
        for (id, memory) in changed {
          guard let account = try StoredAccount.find(id, in: database) else { continue }
          // Another process may have stored newer marks.
          let kept = try StoredAccountState.load(of: account, in: database)
          let now = kept.applying(from: old[id] ?? AccountState(), to: memory)
          try StoredAccountState.store(now, of: account, in: database)
        }
      }
    }
  }

  private func memories() throws(SessionError) -> [AccountID: AccountState] {
    try withDatabase { store throws(StoreError) in
      try store.blockingRead { database in
        let accounts = try StoredAccount.archives(in: database)
        return try Dictionary(
          uniqueKeysWithValues: accounts.map { ($0.account.id, try StoredAccountState.load(of: $0, in: database)) })
      }
    } ?? [:]
  }

  /// nil if there is no store.
  private func withDatabase<Value>(_ work: (StoreDatabase) throws(StoreError) -> Value) throws(SessionError) -> Value? {
    do throws(StoreError) {
      return try store.openDatabase().map(work)
    } catch {
      throw SessionError(error)
    }
  }
}

extension AccountState {
  /// This state with the differences between two others applied.
  fileprivate func applying(from old: AccountState, to new: AccountState) -> AccountState {
    var memory = self
    if new.lastTimeline != old.lastTimeline { memory.lastTimeline = new.lastTimeline }
    for id in Set(old.positions.keys).union(new.positions.keys) where new.positions[id] != old.positions[id] {
      memory.positions[id] = new.positions[id]
    }
    for id in Set(old.marks.keys).union(new.marks.keys) where new.marks[id] != old.marks[id] {
      memory.marks[id] = new.marks[id]?.merged(with: memory.marks[id], since: old.marks[id]).bounded
    }
    return memory
  }
}

extension SessionState {
  /// - Parameter memories: the state of the store's accounts.
  fileprivate mutating func add(_ memories: [AccountID: AccountState]) {
    for (account, stored) in memories {
      var memory = stored
      memory.options = accounts[account]?.options ?? [:]
      if let tabs = accounts[account]?.filter({ !$0.belongsToSource }) {
        // A saved tab that was selected last is restored.
        memory.lastTimeline = tabs.lastTimeline ?? stored.lastTimeline
        memory.positions.merge(tabs.positions) { stored, _ in stored }
        memory.marks.merge(tabs.marks) { stored, _ in stored }
      }
      accounts[account] = memory
    }
  }

  /// - Returns: the state to save in the store.
  fileprivate mutating func removeStored() -> [AccountID: AccountState] {
    let stored = accounts.filter { $0.key.kind == .store }
    for (account, memory) in stored {
      var others = memory.filter { !$0.belongsToSource }
      others.options = memory.options
      accounts[account] = others == AccountState() ? nil : others
    }
    return stored.mapValues { memory in
      var rest = memory.filter(\.belongsToSource)
      rest.options = [:]
      return rest
    }
  }
}

extension SessionError {
  fileprivate init(_ error: StoreError) {
    switch error {
    case .damaged(let path, let setAside, _): self.init(path: path, reason: "It was damaged and is now at \(setAside)")
    case .newer(let path): self.init(path: path, reason: "It was written by a newer version of Tern")
    case .busy(let path): self.init(path: path, reason: "Another Tern is using it")
    case .unusable(let path, let reason): self.init(path: path, reason: reason)
    }
  }
}
