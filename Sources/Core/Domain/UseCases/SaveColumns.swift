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

  /// The column that had the focus last; nil if unknown.
  public func focusedColumn() async -> TimelineColumn.ID? {
    await session.load().focusedColumn
  }

  /// Stores columns, from left to right. Their known positions are preserved.
  /// - Parameters:
  ///   - focused: the column that has the focus, and so again at the next start.
  ///   - areShown: whether they are on screen, and so again at the next start.
  public func store(
    _ columns: [TimelineColumn], focused: TimelineColumn.ID?, areShown: Bool
  ) async throws(SessionError) {
    try await session.update { session in
      (session.isShowingColumns, session.focusedColumn) = (areShown, focused)
      let known = session.columns
      session.columns = columns.map { column in
        // The stored column may have another timeline by now.
        known.first { $0.id == column.id && $0.account == column.account } ?? column
      }
    }
  }
}
