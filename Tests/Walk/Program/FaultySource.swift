import Domain

/// A source whose requests may fail.
final class FaultySource: TimelineRepository, ThreadRepository, PostSearchRepository {
  private let source: Source
  private let faults: Faults

  init(_ source: Source, faults: Faults) {
    self.source = source
    self.faults = faults
  }

  func overview(_ freshness: Freshness) async throws(TimelineError) -> TimelineOverview {
    try await faults.play()
    return try await source.timelines.overview(freshness)
  }

  func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    try await faults.play()
    return try await source.timelines.page(of: timeline, request)
  }

  func changes() -> AsyncStream<SourceChange> { source.timelines.changes() }

  func thread(of post: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread {
    try await faults.play()
    return try await source.threads.thread(of: post, freshness)
  }

  func matches(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    try await faults.play()
    return try await source.search.matches(of: query, request)
  }

  func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    try await faults.play()
    return try await source.search.matchCount(of: query, upTo: limit)
  }
}
