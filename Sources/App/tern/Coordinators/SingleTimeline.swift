import Domain
import TimelineCore

/// Loads one timeline, as if its source had no others.
struct LoadSingleTimeline: LoadTimelineUseCase {
  private let timeline: ListedTimeline
  private let all: LoadTimeline

  init(_ timeline: ListedTimeline, timelines: any TimelineRepository) {
    self.timeline = timeline
    all = LoadTimeline(timelines: timelines)
  }

  func overview(isRefresh: Bool) async throws(TimelineError) -> TimelineOverview {
    TimelineOverview(timelines: [timeline])
  }

  func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    try await all.page(of: timeline, request)
  }

  func changes() -> AsyncStream<SourceChange> { all.changes() }
}

/// Saves positions and read marks of merged timelines as those of all accounts.
struct SaveMergedPosition: SavePositionUseCase {
  private let all: SavePosition

  init(session: any SessionRepository) {
    all = SavePosition(session: session, isLastAccount: false)
  }

  func state(of account: AccountID) async -> AccountState { await all.state(of: .merged) }

  func save(
    account: AccountID, timeline: ListedTimeline?, positions: [TimelineID: EntryPosition],
    marks: [TimelineID: MarkChange]
  ) async throws(SessionError) {
    try await all.save(account: .merged, timeline: timeline, positions: positions, marks: marks)
  }

  func save(_ group: NotificationGroup?, of account: AccountID) async throws(SessionError) {
    try await all.save(group, of: .merged)
  }

  func save(_ options: TimelineOptions, of timeline: TimelineID, in account: AccountID) async throws(SessionError) {
    try await all.save(options, of: timeline, in: .merged)
  }
}

/// Saves no position: the timeline opens at its top every time.
struct SaveNoPosition: SavePositionUseCase {
  func state(of account: AccountID) async -> AccountState { AccountState() }

  func save(
    account: AccountID, timeline: ListedTimeline?, positions: [TimelineID: EntryPosition],
    marks: [TimelineID: MarkChange]
  ) async throws(SessionError) {}

  func save(_ group: NotificationGroup?, of account: AccountID) async throws(SessionError) {}

  func save(_ options: TimelineOptions, of timeline: TimelineID, in account: AccountID) async throws(SessionError) {}
}
