import Synchronization

/// Stores recent and saved searches.
public struct SaveSearches: Sendable {
  private let session: any SessionRepository

  public init(session: any SessionRepository) {
    self.session = session
  }

  /// Recent searches, newest first.
  public func history() async -> [String] { await session.load().searches }

  public func addToHistory(_ search: String) async throws(SessionError) {
    try await session.update { $0.add(search: search) }
  }

  /// The saved tabs, in order.
  public func savedSearches() async -> [SavedSearch] { await session.load().savedSearches }

  /// Saves a tab, at an index or at the end.
  public func save(_ search: SavedSearch, at index: Int?) async throws(SessionError) {
    // The closure may run again with the stored session, which another Tern may have changed; the last result counts.
    let isSaved = SavedFlag()
    try await session.update { session in
      let result = session.save(search, at: index)
      isSaved.value.withLock { $0 = result }
    }
    guard isSaved.value.withLock(\.self) else {
      throw SessionError(
        path: "session.json", reason: "Another Tern has already saved \(SessionState.maxSavedSearches) tabs")
    }
  }

  public func remove(_ search: SavedSearch) async throws(SessionError) {
    try await session.update { $0.remove(search) }
  }
}

private final class SavedFlag: Sendable {
  let value = Mutex(true)
}
