/// Keeps what a person has looked for, from one start to the next.
public protocol RememberSearchesUseCase: Sendable {
  /// The latest first.
  func searches() async -> [String]

  /// - Throws: where it is not kept beyond the end of the program.
  func remember(_ search: String) async throws(SessionError)
}

public struct RememberSearches: RememberSearchesUseCase {
  private let session: any SessionRepository

  public init(session: any SessionRepository) {
    self.session = session
  }

  public func searches() async -> [String] { await session.load().searches }

  public func remember(_ search: String) async throws(SessionError) {
    try await session.update { $0.add(search: search) }
  }
}
