/// Stores the position of the user in each timeline.
public protocol SavePositionUseCase: Sendable {
  /// The stored state of an account.
  func state(of account: AccountID) async -> AccountState

  /// Stores the account as the last one, with its positions and read marks.
  func save(
    account: AccountID, timeline: ListedTimeline?, positions: [TimelineID: EntryPosition],
    marks: [TimelineID: MarkChange]
  ) async throws(SessionError)

  /// Stores the group to which the notifications of an account are limited; nil for all.
  func save(_ group: NotificationGroup?, of account: AccountID) async throws(SessionError)

  /// Stores the options of a timeline.
  func save(_ options: TimelineOptions, of timeline: TimelineID, in account: AccountID) async throws(SessionError)
}

/// A change of a read mark since it was last stored.
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
  ///   - isLastAccount: Whether the next launch opens this account; false for files opened from the command line.
  ///   - column: The column to store the timeline for; nil without columns.
  public init(session: any SessionRepository, isLastAccount: Bool = true, column: TimelineColumn.ID? = nil) {
    self.session = session
    self.isLastAccount = isLastAccount
    self.column = column
  }

  public func state(of account: AccountID) async -> AccountState {
    let session = await session.load()
    var memory = session.accounts[account] ?? AccountState()
    if let own = session.columns.first(where: { $0.id == column }), let timeline = own.timeline {
      memory.lastTimeline = timeline
      memory.positions[timeline.id] = own.position ?? memory.positions[timeline.id]
    }
    return memory
  }

  public func save(
    account: AccountID, timeline: ListedTimeline?, positions: [TimelineID: EntryPosition],
    marks: [TimelineID: MarkChange] = [:]
  ) async throws(SessionError) {
    try await session.update { [isLastAccount, column] session in
      if isLastAccount { session.lastAccount = account }
      var memory = session.accounts[account] ?? AccountState()
      if column == nil {
        memory.lastTimeline = timeline ?? memory.lastTimeline
      } else if let timeline, let index = session.columns.firstIndex(where: { $0.id == column }) {
        let isSame = session.columns[index].timeline?.id == timeline.id
        session.columns[index].timeline = timeline
        session.columns[index].position = positions[timeline.id] ?? (isSame ? session.columns[index].position : nil)
      }
      memory.positions.merge(positions) { _, new in new }
      for (timeline, change) in marks {
        memory.marks[timeline] = change.new.merged(with: memory.marks[timeline], since: change.old).bounded
      }
      session.accounts[account] = memory
    }
  }

  public func save(_ group: NotificationGroup?, of account: AccountID) async throws(SessionError) {
    try await session.update { $0.accounts[account, default: AccountState()].notificationGroup = group }
  }

  public func save(
    _ options: TimelineOptions, of timeline: TimelineID, in account: AccountID
  ) async throws(SessionError) {
    try await session.update {
      $0.accounts[account, default: AccountState()].options[timeline] = options == TimelineOptions() ? nil : options
    }
  }
}
