import Synchronization

/// Keeps what a person has looked for, from one start to the next.
public protocol SaveSearchesUseCase: Sendable {
  /// The latest first.
  func searches() async -> [String]

  /// - Throws: where it is not kept beyond the end of the program.
  func remember(_ search: String) async throws(SessionError)

  /// Those that stand as tabs, in their order.
  func saved() async -> [SavedSearch]

  /// Has a search stand as a tab: behind the others, or at an index.
  /// - Throws: where it is not kept beyond the end of the program.
  func save(_ search: SavedSearch, at index: Int?) async throws(SessionError)

  /// Has it stand as a tab no more.
  /// - Throws: where that is not kept beyond the end of the program.
  func forget(_ search: SavedSearch) async throws(SessionError)
}

public struct SaveSearches: SaveSearchesUseCase {
  private let session: any SessionRepository

  public init(session: any SessionRepository) {
    self.session = session
  }

  public func searches() async -> [String] { await session.load().searches }

  public func remember(_ search: String) async throws(SessionError) {
    try await session.update { $0.add(search: search) }
  }

  public func saved() async -> [SavedSearch] { await session.load().savedSearches }

  public func save(_ search: SavedSearch, at index: Int?) async throws(SessionError) {
    // The last time is what has been stored: another Tern may have filled it meanwhile.
    let isKept = KeptFlag()
    try await session.update { session in
      let answer = session.save(search, at: index)
      isKept.value.withLock { $0 = answer }
    }
    guard isKept.value.withLock(\.self) else {
      throw SessionError(
        path: "session.json", reason: "There are \(SessionState.maxSavedSearches) already, kept by another Tern")
    }
  }

  public func forget(_ search: SavedSearch) async throws(SessionError) {
    try await session.update { $0.forget(search) }
  }
}

private final class KeptFlag: Sendable {
  let value = Mutex(true)
}
