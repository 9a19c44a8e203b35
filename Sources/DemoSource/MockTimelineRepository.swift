import Domain
import FoundationEssentials
import Runtime

/// Timelines that take their time, fail, and change while one looks, as a demo account's entry says: so that every state
/// can be seen without a server.
actor MockTimelineRepository: TimelineRepository, ThreadRepository, PostSearchRepository {
  typealias Base = TimelineRepository & ThreadRepository & PostSearchRepository

  /// Where something is missing nobody knows how many there are.
  nonisolated let capabilities: SourceCapabilities
  private let base: any Base
  private let script: ScriptedTimelines?
  private let account: AccountID?
  private let handle: String
  private let clock: any WallClock
  /// Those to come; the first one is in force.
  private var steps: ArraySlice<DemoStep>
  private var requestsOfStep = 0
  private var rateLimitEnds: Date?

  init(
    _ base: any Base, account: AccountID? = nil, handle: String, steps: [DemoStep], script: DemoScript? = nil,
    clock: any WallClock
  ) {
    capabilities = SourceCapabilities(knowsTotals: script?.gap == nil)
    self.base = base
    self.script = script.map {
      ScriptedTimelines(base, account: account, script: $0, host: DemoStep.defaultHost, clock: clock)
    }
    self.account = account
    self.handle = handle
    self.steps = steps[...]
    self.clock = clock
  }

  /// No request: the tabs are there at once, whatever becomes of their posts.
  func overview(_ freshness: Freshness) async throws(TimelineError) -> TimelineOverview {
    try await base.overview(freshness)
  }

  func page(
    of timeline: TimelineID, at position: PagePosition, limit: Int, _ freshness: Freshness
  ) async throws(TimelineError) -> TimelinePage {
    try await playRequest()
    guard let script else { return try await base.page(of: timeline, at: position, limit: limit, freshness) }
    return try await script.page(of: timeline, at: position, limit: limit, freshness)
  }

  func thread(of post: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread {
    try await playRequest()
    guard let script else { return try await base.thread(of: post, freshness) }
    return try await script.thread(of: post, freshness)
  }

  func matches(
    of query: SearchQuery, at position: PagePosition, limit: Int, _ freshness: Freshness
  ) async throws(TimelineError) -> TimelinePage {
    try await playRequest()
    guard let script else { return try await base.matches(of: query, at: position, limit: limit, freshness) }
    return try await script.matches(of: query, at: position, limit: limit, freshness)
  }

  /// No request: it comes with the matches.
  func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    guard let script else { return try await base.matchCount(of: query, upTo: limit) }
    return try await script.matchCount(of: query, upTo: limit)
  }

  /// The reading of the file where nothing else happens.
  nonisolated func changes() -> AsyncStream<SourceChange> {
    script?.changes() ?? base.changes()
  }

  /// Lifts an expired session, if a request has met it: signing in before that is no answer to it.
  func personDidSignIn() {
    if steps.first?.failure == .sessionExpired, requestsOfStep > 0 { endStep() }
  }
}

extension MockTimelineRepository {
  /// As it stands in the file and the script by now, without a request.
  func post(_ id: PostID) async throws(TimelineError) -> Post {
    let ref = PostRef(account: account, id: id)
    guard let script else { return try await base.thread(of: ref, .cached).post }
    return try await script.thread(of: ref, .cached).post
  }

  /// What each question to the account's server goes through: it takes its time, or fails.
  func playRequest() async throws(TimelineError) {
    let (latency, error) = nextAnswer()
    if latency > 0 {
      do {
        try await clock.sleep(seconds: latency)
      } catch {
        throw .cancelled
      }
    }
    if Task.isCancelled { throw .cancelled }
    if let error { throw error }
  }

  /// A request counts when it is made, not when it is answered: it may be withdrawn.
  private func nextAnswer() -> (latency: Double, error: TimelineError?) {
    if let rateLimitEnds, clock.now >= rateLimitEnds { endStep() }
    guard let step = steps.first else { return (0, nil) }
    requestsOfStep += 1
    switch step.failure {
    case .rateLimited(let seconds):
      let until = rateLimitEnds ?? clock.now.addingTimeInterval(seconds)
      rateLimitEnds = until
      return (step.latency, .rateLimited(host: step.host, until: until))
    case .sessionExpired:
      return (step.latency, .sessionExpired(handle: handle, host: step.host))
    case .offline:
      return count(step, .offline(host: step.host))
    case .timedOut(let seconds):
      return count(step, .timedOut(host: step.host, seconds: seconds))
    case .serverError(let message):
      return count(step, .serverError(host: step.host, message: message))
    case nil:
      return count(step, nil)
    }
  }

  private func count(_ step: DemoStep, _ error: TimelineError?) -> (latency: Double, error: TimelineError?) {
    if let times = step.times, requestsOfStep >= times { endStep() }
    return (step.latency, error)
  }

  private func endStep() {
    steps = steps.dropFirst()
    requestsOfStep = 0
    rateLimitEnds = nil
  }
}
