import Domain
import Synchronization

/// Returns fixed responses and records the requests.
public final class StubTimelineRepository: TimelineRepository, ThreadRepository, PostSearchRepository {
  public enum Request: Hashable, Sendable {
    case overview
    case page(of: TimelineID, at: PagePosition, limit: Int)
    case thread(of: PostRef)
    case matches(of: String, at: PagePosition, limit: Int)
    case matchCount(of: String, upTo: Int?)
    /// The next request is a fresh one.
    case fresh
    case changes
  }

  private struct State {
    var overview: Result<TimelineOverview, TimelineError>
    var pages: [Result<TimelinePage, TimelineError>]
    var thread: Result<PostThread, TimelineError>
    var changes: [SourceChange]
    var matchCount: MatchCount
    var requests: [Request] = []
  }

  private let state: Mutex<State>

  /// `pages` are returned in order, the last one repeatedly. `changes` are sent once, then the stream ends.
  public init(
    overview: Result<TimelineOverview, TimelineError> = .success(TimelineOverview(timelines: [ListedTimeline(.home)])),
    pages: [Result<TimelinePage, TimelineError>] = [.success(TimelinePage())],
    thread: Result<PostThread, TimelineError> = .success(PostThread(post: .fixture())),
    changes: [SourceChange] = [], matchCount: MatchCount = MatchCount(count: 0, isExact: true, searchedCount: 0)
  ) {
    state = Mutex(
      State(overview: overview, pages: pages, thread: thread, changes: changes, matchCount: matchCount))
  }

  public var requests: [Request] { state.withLock { $0.requests } }

  public func overview(_ freshness: Freshness) async throws(TimelineError) -> TimelineOverview {
    try state.withLock { state in
      if freshness == .fresh { state.requests.append(.fresh) }
      state.requests.append(.overview)
      return state.overview
    }.get()
  }

  public func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    try state.withLock { state in
      if request.freshness == .fresh { state.requests.append(.fresh) }
      state.requests.append(.page(of: timeline, at: request.position, limit: request.limit))
      return state.pages.count > 1 ? state.pages.removeFirst() : state.pages.first ?? .success(TimelinePage())
    }.get()
  }

  public func thread(of post: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread {
    try state.withLock { state in
      if freshness == .fresh { state.requests.append(.fresh) }
      state.requests.append(.thread(of: post))
      return state.thread
    }.get()
  }

  /// Takes its pages from `pages`.
  public func matches(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    try state.withLock { state in
      if request.freshness == .fresh { state.requests.append(.fresh) }
      state.requests.append(.matches(of: query.text, at: request.position, limit: request.limit))
      return state.pages.count > 1 ? state.pages.removeFirst() : state.pages.first ?? .success(TimelinePage())
    }.get()
  }

  public func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    state.withLock { state in
      state.requests.append(.matchCount(of: query.text, upTo: limit))
      return state.matchCount
    }
  }

  public func changes() -> AsyncStream<SourceChange> {
    let changes = state.withLock { state in
      state.requests.append(.changes)
      defer { state.changes = [] }
      return state.changes
    }
    return AsyncStream { continuation in
      for change in changes { continuation.yield(change) }
      continuation.finish()
    }
  }
}
