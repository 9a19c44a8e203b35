/// Loads a timeline that a server shows to everyone, as if its source had no others.
public struct LoadPublicTimeline: LoadTimelineUseCase {
  private let timeline: PublicTimeline
  private let all: LoadTimeline

  /// - Parameter timelines: The timelines of the server.
  public init(_ timeline: PublicTimeline, timelines: any TimelineRepository) {
    self.timeline = timeline
    all = LoadTimeline(timelines: timelines)
  }

  public func overview(isRefresh: Bool) async throws(TimelineError) -> TimelineOverview {
    TimelineOverview(timelines: [ListedTimeline(.publicTimeline(timeline))])
  }

  public func page(of _: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    try await all.page(of: timeline.idAtServer, request)
  }

  public func changes() -> AsyncStream<SourceChange> { all.changes() }
}
