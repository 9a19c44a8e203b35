import Domain
import FoundationEssentials
import Runtime

/// Timelines that take their time, or fail, as the steps of a demo account say: so that every state can be seen
/// without a server.
actor MockTimelineRepository: TimelineRepository {
  private let base: any TimelineRepository
  private let handle: String
  private let clock: any WallClock
  /// Those to come; the first one is in force.
  private var steps: ArraySlice<DemoStep>
  private var requestsOfStep = 0
  private var rateLimitEnds: Date?

  init(_ base: any TimelineRepository, handle: String, steps: [DemoStep], clock: any WallClock) {
    self.base = base
    self.handle = handle
    self.steps = steps[...]
    self.clock = clock
  }

  /// No request: the tabs are there at once, whatever becomes of their posts.
  func overview() async throws(TimelineError) -> TimelineOverview {
    try await base.overview()
  }

  func page(
    of timeline: TimelineKind, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage {
    try await playRequest()
    return try await base.page(of: timeline, at: position, limit: limit)
  }

  func thread(of id: PostID) async throws(TimelineError) -> PostThread {
    try await playRequest()
    return try await base.thread(of: id)
  }

  func matches(
    of query: SearchQuery, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage {
    try await playRequest()
    return try await base.matches(of: query, at: position, limit: limit)
  }

  /// No request: it comes with the matches.
  func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    try await base.matchCount(of: query, upTo: limit)
  }

  func refresh() async {
    await base.refresh()
  }

  func progress(after seen: ReadingProgress?) async -> ReadingProgress? {
    await base.progress(after: seen)
  }

  func stopReading() async {
    await base.stopReading()
  }

  /// Lifts an expired session, if a request has met it: signing in before that is no answer to it.
  func personDidSignIn() {
    if steps.first?.failure == .sessionExpired, requestsOfStep > 0 { endStep() }
  }
}

extension MockTimelineRepository {
  private func playRequest() async throws(TimelineError) {
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
