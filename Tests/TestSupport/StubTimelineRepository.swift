import Domain
import Synchronization

/// Gives the answers that it was told to give, and records what it was asked.
public final class StubTimelineRepository: TimelineRepository {
  public enum Request: Hashable, Sendable {
    case overview
    case page(of: TimelineKind, at: PagePosition, limit: Int)
    case thread(of: PostID)
    case matches(of: String, at: PagePosition, limit: Int)
    case matchCount(of: String, upTo: Int?)
    case refresh
    case progress(after: ReadingProgress?)
    case stopReading
  }

  private struct State {
    var overview: Result<TimelineOverview, TimelineError>
    var pages: [Result<TimelinePage, TimelineError>]
    var thread: Result<PostThread, TimelineError>
    var progress: [ReadingProgress]
    var matchCount: MatchCount
    var requests: [Request] = []
  }

  private let state: Mutex<State>

  /// `pages` are given one after another; the last one stays. So is `progress`, and then nothing is read any more.
  public init(
    overview: Result<TimelineOverview, TimelineError> = .success(TimelineOverview(timelines: [.home])),
    pages: [Result<TimelinePage, TimelineError>] = [.success(TimelinePage())],
    thread: Result<PostThread, TimelineError> = .success(PostThread(post: .fixture())),
    progress: [ReadingProgress] = [], matchCount: MatchCount = MatchCount(count: 0, isExact: true, searched: 0)
  ) {
    state = Mutex(
      State(overview: overview, pages: pages, thread: thread, progress: progress, matchCount: matchCount))
  }

  public var requests: [Request] { state.withLock { $0.requests } }

  public func overview() async throws(TimelineError) -> TimelineOverview {
    try state.withLock { state in
      state.requests.append(.overview)
      return state.overview
    }.get()
  }

  public func page(
    of timeline: TimelineKind, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage {
    try state.withLock { state in
      state.requests.append(.page(of: timeline, at: position, limit: limit))
      return state.pages.count > 1 ? state.pages.removeFirst() : state.pages.first ?? .success(TimelinePage())
    }.get()
  }

  public func thread(of id: PostID) async throws(TimelineError) -> PostThread {
    try state.withLock { state in
      state.requests.append(.thread(of: id))
      return state.thread
    }.get()
  }

  /// Pages of matches are among `pages`.
  public func matches(
    of query: SearchQuery, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage {
    try state.withLock { state in
      state.requests.append(.matches(of: query.text, at: position, limit: limit))
      return state.pages.count > 1 ? state.pages.removeFirst() : state.pages.first ?? .success(TimelinePage())
    }.get()
  }

  public func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    state.withLock { state in
      state.requests.append(.matchCount(of: query.text, upTo: limit))
      return state.matchCount
    }
  }

  public func refresh() async {
    state.withLock { $0.requests.append(.refresh) }
  }

  public func progress(after seen: ReadingProgress?) async -> ReadingProgress? {
    state.withLock { state in
      state.requests.append(.progress(after: seen))
      return state.progress.isEmpty ? nil : state.progress.removeFirst()
    }
  }

  public func stopReading() async {
    state.withLock { $0.requests.append(.stopReading) }
  }
}
