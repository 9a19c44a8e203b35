import Domain
import Runtime
import TerminalKit

/// What the timeline of one account works with.
@MainActor
public struct TimelineDependencies {
  let account: Account
  /// The timeline to begin with; nil for the one that was read last.
  let firstTimeline: TimelineKind?
  let loadTimeline: any LoadTimelineUseCase
  let searchTimeline: any SearchTimelineUseCase
  let trackUnread: any TrackUnreadUseCase
  let rememberPlace: any RememberPlaceUseCase
  let openLink: any OpenLinkUseCase
  let clipboard: any Clipboard
  /// Names the keys.
  let keymap: Keymap
  let clock: any WallClock
  let runner: TaskRunner
  let log: any EventLog

  public init(
    account: Account, firstTimeline: TimelineKind?, loadTimeline: any LoadTimelineUseCase,
    searchTimeline: any SearchTimelineUseCase, trackUnread: any TrackUnreadUseCase,
    rememberPlace: any RememberPlaceUseCase, openLink: any OpenLinkUseCase, clipboard: any Clipboard,
    keymap: Keymap = .standard, clock: any WallClock, runner: TaskRunner, log: any EventLog
  ) {
    self.account = account
    self.firstTimeline = firstTimeline
    self.loadTimeline = loadTimeline
    self.searchTimeline = searchTimeline
    self.trackUnread = trackUnread
    self.rememberPlace = rememberPlace
    self.openLink = openLink
    self.clipboard = clipboard
    self.keymap = keymap
    self.clock = clock
    self.runner = runner
    self.log = log
  }
}

extension TimelineDependencies {
  /// A stretch of a timeline, or of what a search has found.
  func page(
    of timeline: TimelineKind, matching query: SearchQuery?, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage {
    if let query { return try await searchTimeline.matches(of: query, at: position, limit: limit) }
    return try await loadTimeline.page(of: timeline, at: position, limit: limit)
  }
}
