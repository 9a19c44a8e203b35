import FoundationEssentials
import Runtime
import Synchronization

/// Stores the local filters.
public protocol LocalFilterStorage: Sendable {
  /// The stored filters; empty if there are none or they cannot be read.
  func load() -> [LocalFilter]

  /// Applies a change to the stored filters, which another process may have changed, and returns them.
  func update(_ change: (inout [LocalFilter]) -> Void) throws(SessionError) -> [LocalFilter]
}

/// The local filters of all accounts, in memory and stored.
public actor LocalFilterStore {
  private let storage: any LocalFilterStorage
  private nonisolated let clock: any WallClock
  private nonisolated let known = Mutex<[LocalFilter]?>(nil)
  private nonisolated let prepared = Mutex<[Key: LocalFilterSet]>([:])
  /// Notifies of changed filters.
  private nonisolated let broadcast: Broadcast<SourceChange>

  private struct Key: Hashable {
    var account: AccountID
    var owner: String?
    /// The day in UTC, because queries may contain `today`.
    var day: Int
  }

  public init(_ storage: any LocalFilterStorage, clock: any WallClock) {
    self.storage = storage
    self.clock = clock
    broadcast = Broadcast(clock: clock)
  }

  /// The current filters. The first call reads the file.
  public nonisolated var filters: [LocalFilter] {
    if let filters = known.withLock(\.self) { return filters }
    let loaded = storage.load()
    return known.withLock { known in
      let filters = known ?? loaded
      known = filters
      return filters
    }
  }

  /// The filters for an account, prepared for matching.
  /// - Parameter owner: the handle whose posts are never filtered; nil to filter all posts, as in archives.
  public nonisolated func filterSet(for account: AccountID, owner: String?) -> LocalFilterSet {
    let now = clock.now
    let filters = filters
    let key = Key(account: account, owner: owner, day: Int((now.timeIntervalSince1970 / 86_400).rounded(.down)))
    if let set = prepared.withLock({ $0[key] }) { return set }
    let set = LocalFilterSet(filters, of: account, owner: owner, now: now)
    prepared.withLock { prepared in
      if prepared.keys.contains(where: { $0.day != key.day }) { prepared = [:] }
      prepared[key] = set
    }
    return set
  }

  /// Changes of a source with the filters applied, and one change whenever the filters change.
  nonisolated func changes(
    of base: AsyncStream<SourceChange>, transform: @escaping @Sendable (SourceChange) -> SourceChange
  ) -> AsyncStream<SourceChange> {
    broadcast.subscribe(merging: base, transforming: transform, thenSending: .loadingFinished)
  }

  /// Adds a filter, or replaces the one with its ID.
  /// - Throws: `SessionError` if it cannot be stored. Nothing is changed then.
  public func save(_ filter: LocalFilter) throws(SessionError) {
    try update { filters in
      if let index = filters.firstIndex(where: { $0.id == filter.id }) {
        filters[index] = filter
      } else {
        filters.append(filter)
      }
    }
  }

  /// - Throws: `SessionError` if the change cannot be stored. Nothing is changed then.
  public func remove(_ id: String) throws(SessionError) {
    try update { $0.removeAll { $0.id == id } }
  }

  private func update(_ change: (inout [LocalFilter]) -> Void) throws(SessionError) {
    let filters = try storage.update(change)
    known.withLock { $0 = filters }
    prepared.withLock { $0 = [:] }
    broadcast.notify(.filtersChanged)
  }
}

/// Local filters in memory only.
public final class TransientLocalFilters: LocalFilterStorage {
  private let filters: Mutex<[LocalFilter]>

  public init(_ filters: [LocalFilter] = []) {
    self.filters = Mutex(filters)
  }

  public func load() -> [LocalFilter] { filters.withLock(\.self) }

  public func update(_ change: (inout [LocalFilter]) -> Void) throws(SessionError) -> [LocalFilter] {
    filters.withLock { filters in
      change(&filters)
      return filters
    }
  }
}
