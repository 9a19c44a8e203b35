/// Loads the timelines of an account.
public protocol LoadTimelineUseCase: Sendable {
  /// The profile of the account and its timelines.
  /// - Parameter isRefresh: whether to request it again instead of using the cache.
  func overview(isRefresh: Bool) async throws(TimelineError) -> TimelineOverview

  func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage

  /// Changes of the timelines from now on; ends when nothing can change until the next request. A source that is
  /// loading stops when the last observer ends.
  func changes() -> AsyncStream<SourceChange>
}

public struct LoadTimeline: LoadTimelineUseCase {
  private let timelines: any TimelineRepository

  public init(timelines: any TimelineRepository) {
    self.timelines = timelines
  }

  public func overview(isRefresh: Bool) async throws(TimelineError) -> TimelineOverview {
    // The cache shows the tabs immediately; the posts that follow are refreshed automatically.
    try await timelines.overview(isRefresh ? .fresh : .cached)
  }

  public func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    try await timelines.page(of: timeline, request)
  }

  public func changes() -> AsyncStream<SourceChange> { timelines.changes() }
}
