/// Keeps which timelines stand side by side, from one start to the next.
public protocol SaveColumnsUseCase: Sendable {
  /// From left to right; none where a person has never had any.
  func callAsFunction() async -> [TimelineColumn]

  /// Keeps these, from left to right. What is known of where they stand stays.
  /// - Throws: where they are not kept beyond the end of the program.
  func store(_ columns: [TimelineColumn]) async throws(SessionError)
}

public struct SaveColumns: SaveColumnsUseCase {
  private let session: any SessionRepository

  public init(session: any SessionRepository) {
    self.session = session
  }

  public func callAsFunction() async -> [TimelineColumn] {
    await session.load().columns
  }

  public func store(_ columns: [TimelineColumn]) async throws(SessionError) {
    try await session.update { session in
      let known = session.columns
      session.columns = columns.map { column in
        // The timeline that has been chosen in it meanwhile.
        known.first { $0.id == column.id && $0.account == column.account } ?? column
      }
    }
  }
}
