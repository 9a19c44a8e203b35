/// Asks for a stretch of a timeline.
public protocol LoadTimelineUseCase: Sendable {
  /// Whose timelines these are and which there are.
  func overview() async throws(TimelineError) -> TimelineOverview

  func page(
    of timeline: TimelineKind, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage

  /// The same stretch from the source anew, so that it holds what has changed there since.
  func refreshedPage(
    of timeline: TimelineKind, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage

  /// Waits until the source has gone on reading since `seen`; nil once it reads no more, or nobody waits.
  func progress(after seen: ReadingProgress?) async -> ReadingProgress?

  /// Gives up what is being read; what has been read stays.
  func stopReading() async
}

public struct LoadTimeline: LoadTimelineUseCase {
  private let repository: any TimelineRepository

  public init(repository: any TimelineRepository) {
    self.repository = repository
  }

  public func overview() async throws(TimelineError) -> TimelineOverview {
    try await repository.overview()
  }

  public func page(
    of timeline: TimelineKind, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage {
    try await repository.page(of: timeline, at: position, limit: limit)
  }

  public func refreshedPage(
    of timeline: TimelineKind, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage {
    await repository.refresh()
    return try await repository.page(of: timeline, at: position, limit: limit)
  }

  public func progress(after seen: ReadingProgress?) async -> ReadingProgress? {
    await repository.progress(after: seen)
  }

  public func stopReading() async {
    await repository.stopReading()
  }
}
