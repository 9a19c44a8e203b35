import Domain

/// A server of the demo that is read without an account. Its local posts are the Home of a file.
struct DemoPublicServer: TimelineRepository, ThreadRepository, PostSearchRepository {
  private let posts: MockTimelineRepository

  init(_ posts: MockTimelineRepository) {
    self.posts = posts
  }

  func overview(_ freshness: Freshness) async throws(TimelineError) -> TimelineOverview {
    TimelineOverview(timelines: [ListedTimeline(.local)])
  }

  func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    switch timeline {
    case .local: return try await posts.page(of: .home, request)
    case .tag(let name):
      guard let query = try? SearchQuery("#\(name)", now: posts.clock.now) else { return TimelinePage() }
      return try await posts.matches(of: query, request)
    default: return try await posts.page(of: timeline, request)
    }
  }

  func thread(of post: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread {
    try await posts.thread(of: post, freshness)
  }

  func matches(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    try await posts.matches(of: query, request)
  }

  func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    try await posts.matchCount(of: query, upTo: limit)
  }
}
