import Domain

/// Timelines whose source has bad moments.
final class FaultyTimelineRepository: TimelineRepository {
  private let repository: any TimelineRepository
  private let faults: Faults

  init(_ repository: any TimelineRepository, faults: Faults) {
    self.repository = repository
    self.faults = faults
  }

  func overview() async throws(TimelineError) -> TimelineOverview {
    try await faults.play()
    return try await repository.overview()
  }

  func page(
    of timeline: TimelineID, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage {
    try await faults.play()
    return try await repository.page(of: timeline, at: position, limit: limit)
  }

  func thread(of id: PostID) async throws(TimelineError) -> PostThread {
    try await faults.play()
    return try await repository.thread(of: id)
  }

  func matches(
    of query: SearchQuery, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage {
    try await faults.play()
    return try await repository.matches(of: query, at: position, limit: limit)
  }

  func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    try await faults.play()
    return try await repository.matchCount(of: query, upTo: limit)
  }

  func refresh() async { await repository.refresh() }

  func progress(after seen: ReadingProgress?) async -> ReadingProgress? {
    await repository.progress(after: seen)
  }

  func stopReading() async { await repository.stopReading() }
}
