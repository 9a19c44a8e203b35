import Domain
import FoundationEssentials
import Runtime

/// Timelines that take their time, fail, and change while one looks, as a demo account's entry says: so that every state
/// can be seen without a server.
actor MockTimelineRepository: TimelineRepository, ThreadRepository, PostSearchRepository {
  typealias Base = TimelineRepository & ThreadRepository & PostSearchRepository

  /// Of an account whose posts are kept: how old they may be, in seconds, before they are asked for anew.
  private static let maxAge = 60.0

  /// Where something is missing nobody knows how many there are.
  nonisolated let capabilities: SourceCapabilities
  /// Whether it shows what only a server does.
  nonisolated let isLikeServer: Bool
  private let base: any Base
  private let script: ScriptedTimelines?
  private let account: AccountID?
  nonisolated let clock: any WallClock
  /// How old, in seconds, the posts are that are there without a request; nil where each page is one.
  private let kept: Double?
  /// When they were as they are shown.
  private var keptAsOf: Date?
  private var behaviour: DemoBehaviour

  init(
    _ base: any Base, account: AccountID? = nil, handle: String, steps: [DemoStep], script: DemoScript? = nil,
    kept: Double? = nil, clock: any WallClock
  ) {
    capabilities = SourceCapabilities(knowsTotals: script?.gap == nil, maxAge: kept == nil ? nil : Self.maxAge)
    isLikeServer = script != nil || kept != nil
    self.kept = kept
    self.base = base
    self.script = script.map {
      ScriptedTimelines(base, account: account, script: $0, host: DemoStep.defaultHost, clock: clock)
    }
    self.account = account
    behaviour = DemoBehaviour(steps, handle: handle)
    self.clock = clock
  }

  /// The posts alone, of which none takes its time.
  nonisolated var document: any PostSearchRepository { base }

  /// No request: the tabs are there at once, whatever becomes of their posts.
  func overview(_ freshness: Freshness) async throws(TimelineError) -> TimelineOverview {
    try await base.overview(freshness)
  }

  func page(
    of timeline: TimelineID, at position: PagePosition, limit: Int, _ freshness: Freshness
  ) async throws(TimelineError) -> TimelinePage {
    if let kept {
      if freshness == .fresh {
        try await playRequest()
        keptAsOf = clock.now
      }
      let asOf = keptAsOf ?? clock.now.addingTimeInterval(-kept)
      keptAsOf = asOf
      var page = try await givenPage(of: timeline, at: position, limit: limit, freshness)
      page.asOf = asOf
      return page
    }
    try await playRequest()
    return try await givenPage(of: timeline, at: position, limit: limit, freshness)
  }

  private func givenPage(
    of timeline: TimelineID, at position: PagePosition, limit: Int, _ freshness: Freshness
  ) async throws(TimelineError) -> TimelinePage {
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
    // What is kept is searched where it lies.
    if kept == nil { try await playRequest() }
    return try await givenMatches(of: query, at: position, limit: limit, freshness)
  }

  private func givenMatches(
    of query: SearchQuery, at position: PagePosition, limit: Int, _ freshness: Freshness
  ) async throws(TimelineError) -> TimelinePage {
    guard let script else { return try await base.matches(of: query, at: position, limit: limit, freshness) }
    return try await script.matches(of: query, at: position, limit: limit, freshness)
  }

  /// What the account's server is asked for beside what is kept: a request. Where nothing is kept, each question is one
  /// by itself.
  func askServer() async throws(TimelineError) {
    if kept != nil { try await playRequest() }
  }

  /// Those of all its timelines, without a request.
  func allPosts() async throws(TimelineError) -> [Post] {
    var posts: [Post] = []
    for timeline in try await base.overview(.cached).timelines {
      posts += try await givenPage(of: timeline.id, at: .newest, limit: .max, .cached).posts
    }
    return posts
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
  func userDidSignIn() {
    behaviour.userDidSignIn()
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
    let answer = behaviour.nextAnswer(now: clock.now)
    try await clock.wait(seconds: answer.latency)
    if let failure = answer.failure { throw failure.reason }
  }
}
