/// Keeps where the person was, from one start to the next.
public protocol RememberPlaceUseCase: Sendable {
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

public struct RememberPlace: RememberPlaceUseCase {
  private let session: any SessionRepository
  private let isLastAccount: Bool

  /// - Parameter isLastAccount: whether the next start goes to this account; a file that was opened by hand is an
  ///   account for the time being only.
  public init(session: any SessionRepository, isLastAccount: Bool = true) {
    self.session = session
    self.isLastAccount = isLastAccount
  }

  public func memory(of account: AccountID) async -> AccountMemory {
    await session.load().accounts[account] ?? AccountMemory()
  }

  public func remember(
    account: AccountID, timeline: ListedTimeline?, places: [TimelineID: Place],
    marks: [TimelineID: MarkChange] = [:]
  ) async throws(SessionError) {
    try await session.update { [isLastAccount] session in
      if isLastAccount { session.lastAccount = account }
      var memory = session.accounts[account] ?? AccountMemory()
      memory.lastTimeline = timeline ?? memory.lastTimeline
      memory.places.merge(places) { _, new in new }
      for (timeline, change) in marks {
        memory.marks[timeline] = change.new.joined(with: memory.marks[timeline], since: change.old).bounded
      }
      session.accounts[account] = memory
    }
  }
}
