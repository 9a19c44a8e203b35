import Domain
import Foundation
import Runtime
import Synchronization

/// Holds whole timelines and hands out pages of them, as late or as badly as it is told to.
public final class PagedTimelineRepository: TimelineRepository, ThreadRepository, PostSearchRepository {
  /// How one request is answered.
  public struct Answer: Sendable {
    public var latency: Double
    public var error: TimelineError?
    /// Whether it comes even when nobody waits for it any more.
    public var isStubborn: Bool

    public init(after latency: Double = 0, _ error: TimelineError? = nil, isStubborn: Bool = false) {
      self.latency = latency
      self.error = error
      self.isStubborn = isStubborn
    }
  }

  public struct PageRequest: Hashable, Sendable {
    public var timeline: TimelineID
    public var position: PagePosition
    public var limit: Int
  }

  public struct MatchRequest: Hashable, Sendable {
    public var query: String
    public var position: PagePosition
  }

  private struct State {
    var timelines: [(kind: TimelineID, posts: [Post])]
    var skipped: SkippedPosts?
    var overviewAnswers: [Answer] = []
    var pageAnswers: [Answer] = []
    var requests: [PageRequest] = []
    var matchAnswers: [Answer] = []
    var countAnswers: [Answer] = []
    var matchRequests: [MatchRequest] = []
    var refreshCount = 0
    var isRegenerating = false
  }

  /// Tells of what happens, where it was wanted so.
  private let news: Broadcast<SourceChange>?
  private let state: Mutex<State>
  private let clock: VirtualClock
  private let saysTotals: Bool
  private let maxPageLength: Int

  /// - Parameters:
  ///   - saysTotals: whether pages say how many entries there are and where they stand among them.
  ///   - maxPageLength: gives no more at once, whatever the limit.
  ///   - tells: whether something can happen by itself.
  public init(
    _ timelines: [(kind: TimelineID, posts: [Post])], clock: VirtualClock, skipped: SkippedPosts? = nil,
    saysTotals: Bool = true, maxPageLength: Int = .max, tells: Bool = false
  ) {
    news = tells ? Broadcast(clock: clock) : nil
    state = Mutex(State(timelines: timelines, skipped: skipped))
    self.clock = clock
    self.saysTotals = saysTotals
    self.maxPageLength = maxPageLength
  }

  /// Something happens by itself.
  public func notify(_ change: SourceChange) { news?.notify(change) }

  public func changes() -> AsyncStream<SourceChange> { news?.listen() ?? AsyncStream { $0.finish() } }

  /// The requests for pages, in order.
  public var requests: [PageRequest] { state.withLock { $0.requests } }

  /// The requests for pages of matches, in order.
  public var matchRequests: [MatchRequest] { state.withLock { $0.matchRequests } }

  /// Whether pages say that more will be there soon.
  public var isRegenerating: Bool {
    get { state.withLock { $0.isRegenerating } }
    set { state.withLock { $0.isRegenerating = newValue } }
  }

  public var refreshCount: Int { state.withLock { $0.refreshCount } }

  /// The next requests for a page are answered like this, later ones at once and well.
  public func answerPages(_ answers: Answer...) {
    state.withLock { $0.pageAnswers = answers }
  }

  public func answerMatches(_ answers: Answer...) {
    state.withLock { $0.matchAnswers = answers }
  }

  public func answerMatchCounts(_ answers: Answer...) {
    state.withLock { $0.countAnswers = answers }
  }

  public func answerOverviews(_ answers: Answer...) {
    state.withLock { $0.overviewAnswers = answers }
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

  /// Other timelines from now on.
  public func setTimelines(_ timelines: [(kind: TimelineID, posts: [Post])]) {
    state.withLock { $0.timelines = timelines }
  }

  public func overview(_ freshness: Freshness) async throws(TimelineError) -> TimelineOverview {
    if freshness == .fresh { state.withLock { $0.refreshCount += 1 } }
    try await play(state.withLock { $0.overviewAnswers.isEmpty ? nil : $0.overviewAnswers.removeFirst() })
    return TimelineOverview(timelines: state.withLock { $0.timelines.map { ListedTimeline($0.kind) } })
  }

  public func page(
    of timeline: TimelineID, at position: PagePosition, limit: Int, _ freshness: Freshness = .cached
  ) async throws(TimelineError) -> TimelinePage {
    let answer: Answer? = state.withLock { state in
      if freshness == .fresh { state.refreshCount += 1 }
      state.requests.append(PageRequest(timeline: timeline, position: position, limit: limit))
      return state.pageAnswers.isEmpty ? nil : state.pageAnswers.removeFirst()
    }
    // What a stubborn answer says is what there was when it was asked.
    let before = try? page(of: timeline, at: position, limit: limit, from: state.withLock { $0.timelines })
    try await play(answer)
    if answer?.isStubborn == true, let before { return before }
    return try page(of: timeline, at: position, limit: limit, from: state.withLock { $0.timelines })
  }

  public func thread(of ref: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread {
    let posts = state.withLock { $0.timelines.flatMap(\.posts) }
    guard let post = posts.first(where: { $0.id == ref.id }) else {
      throw .postUnavailable(id: ref.id, reason: .notInSource)
    }
    return PostThread(post: post)
  }

  public func matches(
    of query: SearchQuery, at position: PagePosition, limit: Int, _ freshness: Freshness = .cached
  ) async throws(TimelineError) -> TimelinePage {
    let answer: Answer? = state.withLock { state in
      if freshness == .fresh { state.refreshCount += 1 }
      state.matchRequests.append(MatchRequest(query: query.text, position: position))
      return state.matchAnswers.isEmpty ? nil : state.matchAnswers.removeFirst()
    }
    try await play(answer)
    let kind = TimelineID.named("matches")
    return try page(of: kind, at: position, limit: limit, from: [(kind, matches(of: query))])
  }

  public func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    try await play(state.withLock { $0.countAnswers.isEmpty ? nil : $0.countAnswers.removeFirst() })
    let (count, most) = (matches(of: query).count, limit ?? .max)
    return MatchCount(
      count: min(count, most), isExact: count <= most,
      searched: state.withLock { $0.timelines.reduce(0) { $0 + $1.posts.count } })
  }
}

extension PagedTimelineRepository {
  private func matches(of query: SearchQuery) -> [Post] {
    var seen: Set<PostKey> = []
    return state.withLock { $0.timelines.flatMap(\.posts) }.filter {
      query.matches($0) && seen.insert($0.key).inserted
    }
  }

  private func play(_ answer: Answer?) async throws(TimelineError) {
    guard let answer else { return }
    if answer.latency > 0 {
      if answer.isStubborn {
        await Task { [clock] in try? await clock.sleep(seconds: answer.latency) }.value
      } else {
        do {
          try await clock.sleep(seconds: answer.latency)
        } catch {
          throw .cancelled
        }
      }
    }
    if let error = answer.error { throw error }
  }

  private func page(
    of kind: TimelineID, at position: PagePosition, limit: Int, from timelines: [(kind: TimelineID, posts: [Post])]
  ) throws(TimelineError) -> TimelinePage {
    guard let posts = timelines.first(where: { $0.kind == kind })?.posts else {
      throw .unknownTimeline(name: kind.title, known: timelines.map(\.kind.title))
    }
    let limit = min(limit, maxPageLength)
    let start: Int
    switch position {
    case .newest: start = 0
    case .oldest: start = posts.count - limit
    case .newer(let cursor): start = index(of: cursor, in: posts) - limit
    case .older(let cursor): start = index(of: cursor, in: posts) + 1
    case .around(let key, let date): start = index(of: key, or: date, in: posts) - limit / 2
    case .nearest(let date): start = index(nearest: date, in: posts) - limit / 2
    case .filling(let gap): start = index(of: gap.cursor, in: posts) - limit
    }
    var end = start + limit
    switch position {
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
      total: saysTotals ? posts.count : nil, offset: saysTotals ? lower : nil, skipped: state.withLock { $0.skipped },
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
