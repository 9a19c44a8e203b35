import Domain
import GRDB

/// Keeps with an imported account where its timelines stand and what has been read of them: it goes where the store
/// goes. All else is kept elsewhere, searches that stand as its tabs among it: they are no timelines of the store.
public struct StoreSessionStorage: SessionStorage {
  private let store: PostStore
  private let others: any SessionStorage

  /// - Parameter others: keeps what belongs to no imported account.
  public init(store: PostStore, others: any SessionStorage) {
    self.store = store
    self.others = others
  }

  /// Where the store cannot be read, its accounts begin anew.
  public func load() -> SessionState {
    var session = others.load()
    if let memories = try? memories() { session.add(memories) }
    return session
  }

  public func update(_ change: (inout SessionState) -> Void) throws(SessionError) {
    // Where the store cannot be read, the others are remembered all the same.
    let stored = Result { () throws(SessionError) in try memories() }
    let old = (try? stored.get()) ?? [:]
    var new = old
    try others.update { session in
      session.add(old)
      change(&session)
      new = session.removeStored()
    }
    // Of what is not there, the store has nothing to remember, whatever the others do.
    let changed = new.filter { (old[$0.key] ?? AccountMemory()) != $0.value }
    guard !changed.isEmpty else { return }
    _ = try stored.get()
    try ask { store throws(StoreError) in
      try store.write { database in
        for (id, memory) in changed {
          guard let account = try StoredAccount.find(id, in: database) else { continue }
          // Another Tern may have stored what it has read since.
          let kept = try StoredMemory.load(of: account, in: database)
          let now = kept.applying(from: old[id] ?? AccountMemory(), to: memory)
          try StoredMemory.store(now, of: account, in: database)
        }
      }
    }
  }

  private func memories() throws(SessionError) -> [AccountID: AccountMemory] {
    try ask { store throws(StoreError) in
      try store.blockingRead { database in
        let accounts = try StoredAccount.archives(in: database)
        return try Dictionary(
          uniqueKeysWithValues: accounts.map { ($0.account.id, try StoredMemory.load(of: $0, in: database)) })
      }
    } ?? [:]
  }

  /// nil where there is no store.
  private func ask<Answer>(_ work: (StoreDatabase) throws(StoreError) -> Answer) throws(SessionError) -> Answer? {
    do throws(StoreError) {
      return try store.opened().map(work)
    } catch {
      throw SessionError(error)
    }
  }
}

extension AccountMemory {
  /// With what differs between two others.
  fileprivate func applying(from old: AccountMemory, to new: AccountMemory) -> AccountMemory {
    var memory = self
    if new.lastTimeline != old.lastTimeline { memory.lastTimeline = new.lastTimeline }
    for id in Set(old.places.keys).union(new.places.keys) where new.places[id] != old.places[id] {
      memory.places[id] = new.places[id]
    }
    for id in Set(old.marks.keys).union(new.marks.keys) where new.marks[id] != old.marks[id] {
      memory.marks[id] = new.marks[id]?.joined(with: memory.marks[id], since: old.marks[id]).bounded
    }
    return memory
  }
}

extension SessionState {
  /// - Parameter memories: what the store remembers of its accounts.
  fileprivate mutating func add(_ memories: [AccountID: AccountMemory]) {
    for (account, stored) in memories {
      var memory = stored
      if let searches = accounts[account]?.filter({ $0.query != nil }) {
        // Whoever has read a search last is led back there.
        memory.lastTimeline = searches.lastTimeline ?? stored.lastTimeline
        memory.places.merge(searches.places) { stored, _ in stored }
        memory.marks.merge(searches.marks) { stored, _ in stored }
      }
      accounts[account] = memory
    }
  }

  /// - Returns: what the store is to remember of its accounts.
  fileprivate mutating func removeStored() -> [AccountID: AccountMemory] {
    let stored = accounts.filter { $0.key.kind == .store }
    for (account, memory) in stored {
      let searches = memory.filter { $0.query != nil }
      accounts[account] = searches == AccountMemory() ? nil : searches
    }
    return stored.mapValues { $0.filter { $0.query == nil } }
  }
}

extension SessionError {
  fileprivate init(_ error: StoreError) {
    switch error {
    case .damaged(let path, let setAside): self.init(path: path, reason: "It was damaged and lies at \(setAside) now")
    case .newer(let path): self.init(path: path, reason: "It was written by a newer Tern")
    case .busy(let path): self.init(path: path, reason: "Another Tern is at work on it")
    case .unusable(let path, let reason): self.init(path: path, reason: reason)
    }
  }
}
