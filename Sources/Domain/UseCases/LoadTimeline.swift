/// Asks for the timelines of an account.
public protocol LoadTimelineUseCase: Sendable {
  /// Whose timelines these are and which there are.
  /// - Parameter isRetry: whether the person has asked again because nothing has come.
  /// - Throws: why the source cannot say.
  func overview(isRetry: Bool) async throws(TimelineError) -> TimelineOverview

  /// A stretch of a timeline.
  /// - Throws: why the source has no answer.
  func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage

  /// What happens to the timelines from now on; ends when nothing can happen before another question is asked. When the
  /// last listener goes, a source that is being read stops there.
  func changes() -> AsyncStream<SourceChange>
}

public struct LoadTimeline: LoadTimelineUseCase {
  private let timelines: any TimelineRepository

  public init(timelines: any TimelineRepository) {
    self.timelines = timelines
  }

  public func overview(isRetry: Bool) async throws(TimelineError) -> TimelineOverview {
    // Tabs are there at once: the posts that follow are asked for anew by themselves.
    try await timelines.overview(isRetry ? .fresh : .cached)
  }

  public func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    try await timelines.page(of: timeline, at: request.position, limit: request.limit, request.freshness)
  }

  public func changes() -> AsyncStream<SourceChange> { timelines.changes() }
}
