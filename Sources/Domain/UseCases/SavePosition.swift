/// Keeps where the person was, from one start to the next.
public protocol SavePositionUseCase: Sendable {
  /// What is remembered of an account.
  func memory(of account: AccountID) async -> AccountMemory

  /// Remembers this account as the last one, where each of its timelines stands, and what has been read of them.
  /// - Throws: where it is not kept beyond the end of the program.
  func remember(
    account: AccountID, timeline: ListedTimeline?, places: [TimelineID: Place], marks: [TimelineID: MarkChange]
  ) async throws(SessionError)
}

/// What has been read since it was last stored.
public struct MarkChange: Hashable, Sendable {
  public var old: ReadMark?
  public var new: ReadMark

  public init(from old: ReadMark?, to new: ReadMark) {
    self.old = old
    self.new = new
  }
}

public struct SavePosition: SavePositionUseCase {
  private let session: any SessionRepository
  private let isLastAccount: Bool
  private let column: TimelineColumn.ID?

  /// - Parameters:
  ///   - isLastAccount: whether the next start goes to this account; a file that was opened by hand is an account for the
  ///     time being only.
  ///   - column: which of the timelines it is that stand side by side: it has a last timeline of its own.
  public init(session: any SessionRepository, isLastAccount: Bool = true, column: TimelineColumn.ID? = nil) {
    self.session = session
    self.isLastAccount = isLastAccount
    self.column = column
  }

  public func memory(of account: AccountID) async -> AccountMemory {
    let session = await session.load()
    var memory = session.accounts[account] ?? AccountMemory()
    if let own = session.columns.first(where: { $0.id == column }), let timeline = own.timeline {
      memory.lastTimeline = timeline
      memory.places[timeline.id] = own.place ?? memory.places[timeline.id]
    }
    return memory
  }

  public func remember(
    account: AccountID, timeline: ListedTimeline?, places: [TimelineID: Place],
    marks: [TimelineID: MarkChange] = [:]
  ) async throws(SessionError) {
    try await session.update { [isLastAccount, column] session in
      if isLastAccount { session.lastAccount = account }
      var memory = session.accounts[account] ?? AccountMemory()
      if column == nil {
        memory.lastTimeline = timeline ?? memory.lastTimeline
      } else if let timeline, let index = session.columns.firstIndex(where: { $0.id == column }) {
        let isSame = session.columns[index].timeline?.id == timeline.id
        session.columns[index].timeline = timeline
        session.columns[index].place = places[timeline.id] ?? (isSame ? session.columns[index].place : nil)
      }
      memory.places.merge(places) { _, new in new }
      for (timeline, change) in marks {
        memory.marks[timeline] = change.new.joined(with: memory.marks[timeline], since: change.old).bounded
      }
      session.accounts[account] = memory
    }
  }
}
