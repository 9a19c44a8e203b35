/// Stores the timelines shown as columns.
public struct SaveColumns: Sendable {
  private let session: any SessionRepository

  public init(session: any SessionRepository) {
    self.session = session
  }

  /// The stored columns from left to right.
  public func callAsFunction() async -> [TimelineColumn] {
    await session.load().columns
  }

  /// Stores columns, from left to right. Their known positions are preserved.
  /// - Parameter areShown: Whether they are on screen, and so again at the next start.
  public func store(_ columns: [TimelineColumn], areShown: Bool) async throws(SessionError) {
    try await session.update { session in
      session.isShowingColumns = areShown
      let known = session.columns
      session.columns = columns.map { column in
        // The stored column may have another timeline by now.
        known.first { $0.id == column.id && $0.account == column.account } ?? column
      }
    }
  }
}
