import Domain
import Foundation
import Runtime
import Synchronization

/// Returns pages of complete timelines, with configurable latency and errors.
public final class PagedTimelineRepository: TimelineRepository, ThreadRepository, PostSearchRepository {
  /// The response to one request.
  public struct Response: Sendable {
    public var latency: Double
    public var error: TimelineError?
    /// Whether it ignores cancellation.
    public var isStubborn: Bool

    public init(after latency: Double = 0, _ error: TimelineError? = nil, isStubborn: Bool = false) {
      self.latency = latency
      self.error = error
      self.isStubborn = isStubborn
    }
  }

  public struct RecordedRequest: Hashable, Sendable {
    public var timeline: TimelineID
    public var position: PagePosition
    public var limit: Int
    public var parameters: TimelineParameters
  }

  public struct MatchRequest: Hashable, Sendable {
    public var query: String
    public var position: PagePosition
  }

  private struct State {
    var timelines: [(kind: TimelineID, posts: [Post])]
    var skipped: SkippedPosts?
    var overviewResponses: [Response] = []
    var pageResponses: [Response] = []
    var requests: [RecordedRequest] = []
    var matchResponses: [Response] = []
    var countResponses: [Response] = []
    var matchRequests: [MatchRequest] = []
    var refreshCount = 0
    var isRegenerating = false
    var asOf: Date?
  }

  /// nil without live changes.
  private let changeBroadcast: Broadcast<SourceChange>?
  private let state: Mutex<State>
  private let clock: VirtualClock
  private let hasTotals: Bool
  private let maxPageLength: Int

  /// - Parameters:
  ///   - hasTotals: whether pages have a total and an offset.
  ///   - maxPageLength: the maximum length of a page.
  ///   - sendsChanges: whether `changes()` has events.
  public init(
    _ timelines: [(kind: TimelineID, posts: [Post])], clock: VirtualClock, skipped: SkippedPosts? = nil,
    hasTotals: Bool = true, maxPageLength: Int = .max, sendsChanges: Bool = false
  ) {
    changeBroadcast = sendsChanges ? Broadcast(clock: clock) : nil
    state = Mutex(State(timelines: timelines, skipped: skipped))
    self.clock = clock
    self.hasTotals = hasTotals
    self.maxPageLength = maxPageLength
  }

  /// Sends a change to all observers.
  public func notify(_ change: SourceChange) { changeBroadcast?.notify(change) }

  public func changes() -> AsyncStream<SourceChange> { changeBroadcast?.subscribe() ?? AsyncStream { $0.finish() } }

  /// The requests for pages, in order.
  public var requests: [RecordedRequest] { state.withLock { $0.requests } }

  /// The requests for pages of matches, in order.
  public var matchRequests: [MatchRequest] { state.withLock { $0.matchRequests } }

  /// Whether pages are marked as regenerating.
  public var isRegenerating: Bool {
    get { state.withLock { $0.isRegenerating } }
    set { state.withLock { $0.isRegenerating = newValue } }
  }

  /// When the server returned the entries of all pages.
  public var asOf: Date? {
    get { state.withLock { $0.asOf } }
    set { state.withLock { $0.asOf = newValue } }
  }

  public var refreshCount: Int { state.withLock { $0.refreshCount } }

  /// Sets the responses to the next page requests; later ones succeed immediately.
  public func setPageResponses(_ responses: Response...) {
    state.withLock { $0.pageResponses = responses }
  }

  public func setMatchResponses(_ responses: Response...) {
    state.withLock { $0.matchResponses = responses }
  }

  public func setCountResponses(_ responses: Response...) {
    state.withLock { $0.countResponses = responses }
  }

  public func setOverviewResponses(_ responses: Response...) {
    state.withLock { $0.overviewResponses = responses }
  }

  public func posts(of kind: TimelineID) -> [Post] {
    state.withLock { $0.timelines.first { $0.kind == kind }?.posts ?? [] }
  }

  public func setPosts(_ posts: [Post], of kind: TimelineID) {
    state.withLock { state in
      state.timelines.removeAll { $0.kind == kind }
      state.timelines.append((kind, posts))
    }
  }

  /// Replaces the timelines.
  public func setTimelines(_ timelines: [(kind: TimelineID, posts: [Post])]) {
    state.withLock { $0.timelines = timelines }
  }

  public func overview(_ freshness: Freshness) async throws(TimelineError) -> TimelineOverview {
    if freshness == .fresh { state.withLock { $0.refreshCount += 1 } }
    try await play(state.withLock { $0.overviewResponses.isEmpty ? nil : $0.overviewResponses.removeFirst() })
    return TimelineOverview(timelines: state.withLock { $0.timelines.map { ListedTimeline($0.kind) } })
  }

  public func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    let response: Response? = state.withLock { state in
      if request.freshness == .fresh { state.refreshCount += 1 }
      state.requests.append(
        RecordedRequest(
          timeline: timeline, position: request.position, limit: request.limit, parameters: request.parameters))
      return state.pageResponses.isEmpty ? nil : state.pageResponses.removeFirst()
    }
    // A stubborn response has the content at the time of the request.
    let before = try? page(of: timeline, request, from: state.withLock { $0.timelines })
    try await play(response)
    if response?.isStubborn == true, let before { return before }
    var page = try page(of: timeline, request, from: state.withLock { $0.timelines })
    page.asOf = asOf
    return page
  }

  public func thread(of ref: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread {
    let posts = state.withLock { $0.timelines.flatMap(\.posts) }
    guard let post = posts.first(where: { $0.id == ref.id }) else {
      throw .postUnavailable(id: ref.id, reason: .notInSource)
    }
    return PostThread(post: post)
  }

  public func matches(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    let response: Response? = state.withLock { state in
      if request.freshness == .fresh { state.refreshCount += 1 }
      state.matchRequests.append(MatchRequest(query: query.text, position: request.position))
      return state.matchResponses.isEmpty ? nil : state.matchResponses.removeFirst()
    }
    try await play(response)
    let kind = TimelineID.named("matches")
    return try page(of: kind, request, from: [(kind, matches(of: query))])
  }

  public func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    try await play(state.withLock { $0.countResponses.isEmpty ? nil : $0.countResponses.removeFirst() })
    let (count, most) = (matches(of: query).count, limit ?? .max)
    return MatchCount(
      count: min(count, most), isExact: count <= most,
      searchedCount: state.withLock { $0.timelines.reduce(0) { $0 + $1.posts.count } })
  }
}

extension PagedTimelineRepository {
  private func matches(of query: SearchQuery) -> [Post] {
    var seen: Set<PostKey> = []
    return state.withLock { $0.timelines.flatMap(\.posts) }.filter {
      query.matches($0) && seen.insert($0.key).inserted
    }
  }

  private func play(_ response: Response?) async throws(TimelineError) {
    guard let response else { return }
    if response.latency > 0 {
      if response.isStubborn {
        await Task { [clock] in try? await clock.sleep(seconds: response.latency) }.value
      } else {
        do {
          try await clock.sleep(seconds: response.latency)
        } catch {
          throw .cancelled
        }
      }
    }
    if let error = response.error { throw error }
  }

  private func page(
    of kind: TimelineID, _ request: PageRequest, from timelines: [(kind: TimelineID, posts: [Post])]
  ) throws(TimelineError) -> TimelinePage {
    guard let all = timelines.first(where: { $0.kind == kind })?.posts else {
      throw .unknownTimeline(name: kind.title, known: timelines.map(\.kind.title))
    }
    let posts = request.parameters.onlyMedia ? all.filter { !$0.media.isEmpty } : all
    let limit = min(request.limit, maxPageLength)
    let start: Int
    switch request.position {
    case .newest: start = 0
    case .oldest: start = posts.count - limit
    case .newer(let cursor): start = index(of: cursor, in: posts) - limit
    case .older(let cursor): start = index(of: cursor, in: posts) + 1
    case .around(let key, let date): start = index(of: key, or: date, in: posts) - limit / 2
    case .nearest(let date): start = index(nearest: date, in: posts) - limit / 2
    case .filling(let gap): start = index(of: gap.cursor, in: posts) - limit
    }
    var end = start + limit
    switch request.position {
    case .newer(let cursor): end = index(of: cursor, in: posts)
    case .filling(let gap): end = index(of: gap.cursor, in: posts)
    default: break
    }
    let lower = min(max(0, start), posts.count)
    let upper = min(max(lower, end), posts.count)
    return TimelinePage(
      posts: Array(posts[lower..<upper]),
      newer: lower > 0 && lower < upper ? PageCursor(posts[lower].id.rawValue) : nil,
      older: upper < posts.count && lower < upper ? PageCursor(posts[upper - 1].id.rawValue) : nil,
      total: hasTotals ? posts.count : nil, offset: hasTotals ? lower : nil,
      newest: hasTotals && lower > 0 ? EntryPosition(posts[0]) : nil, skipped: state.withLock { $0.skipped },
      isRegenerating: isRegenerating)
  }

  private func index(of cursor: PageCursor, in posts: [Post]) -> Int {
    posts.firstIndex { $0.id.rawValue == cursor.rawValue } ?? 0
  }

  private func index(nearest date: Date, in posts: [Post]) -> Int {
    func distance(_ post: Post) -> Double { post.timelineDate.map { abs($0.timeIntervalSince(date)) } ?? .infinity }
    return posts.indices.min { distance(posts[$0]) < distance(posts[$1]) } ?? 0
  }

  private func index(of key: PostKey, or date: Date?, in posts: [Post]) -> Int {
    if let index = posts.firstIndex(where: { $0.key == key }) { return index }
    guard let date else { return 0 }
    return posts.firstIndex { $0.timelineDate.map { $0 <= date } ?? false } ?? max(0, posts.count - 1)
  }
}
