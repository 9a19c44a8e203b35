import Domain
import FoundationEssentials
import Runtime

/// A decorator that simulates a server: requests take time and fail, and timelines change, as the demo account's entry
/// says. It shows every state without a server.
actor MockTimelineRepository: TimelineRepository, ThreadRepository, PostSearchRepository {
  typealias Base = TimelineRepository & ThreadRepository & PostSearchRepository

  /// The maximum age in seconds of an account's cached posts before they are reloaded.
  private static let maxAge = 60.0

  /// The total is unknown if there is a gap.
  nonisolated let capabilities: SourceCapabilities
  /// Whether the account has the features of a server.
  nonisolated let simulatesServer: Bool
  private let base: any Base
  private let script: ScriptedTimelines?
  private let account: AccountID?
  nonisolated let clock: any WallClock
  /// The initial age of cached posts in seconds; nil if each page is a request.
  private let cacheAge: Double?
  /// The time of the cached posts.
  private var cachedAsOf: Date?
  private var behaviour: DemoBehaviour

  init(
    _ base: any Base, account: AccountID? = nil, handle: String, steps: [DemoStep], script: DemoScript? = nil,
    kept: Double? = nil, clock: any WallClock
  ) {
    capabilities = SourceCapabilities(reportsTotals: script?.gap == nil, maxAge: kept == nil ? nil : Self.maxAge)
    simulatesServer = script != nil || kept != nil
    self.cacheAge = kept
    self.base = base
    self.script = script.map {
      ScriptedTimelines(base, account: account, script: $0, host: DemoStep.defaultHost, clock: clock)
    }
    self.account = account
    behaviour = DemoBehaviour(steps, handle: handle)
    self.clock = clock
  }

  /// The posts without simulated requests.
  nonisolated var document: any PostSearchRepository { base }

  /// Returns immediately, because the tabs are known without a request.
  func overview(_ freshness: Freshness) async throws(TimelineError) -> TimelineOverview {
    try await base.overview(freshness)
  }

  func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    if let cacheAge {
      if request.freshness == .fresh {
        try await simulateRequest()
        cachedAsOf = clock.now
      }
      let asOf = cachedAsOf ?? clock.now.addingTimeInterval(-cacheAge)
      cachedAsOf = asOf
      var page = try await currentPage(of: timeline, request)
      page.asOf = asOf
      return page
    }
    try await simulateRequest()
    return try await currentPage(of: timeline, request)
  }

  private func currentPage(
    of timeline: TimelineID, _ request: PageRequest
  ) async throws(TimelineError) -> TimelinePage {
    guard let script else { return try await base.page(of: timeline, request) }
    return try await script.page(of: timeline, request)
  }

  func thread(of post: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread {
    try await simulateRequest()
    guard let script else { return try await base.thread(of: post, freshness) }
    return try await script.thread(of: post, freshness)
  }

  func matches(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    // Cached posts are searched locally.
    if cacheAge == nil { try await simulateRequest() }
    return try await currentMatches(of: query, request)
  }

  private func currentMatches(
    of query: SearchQuery, _ request: PageRequest
  ) async throws(TimelineError) -> TimelinePage {
    guard let script else { return try await base.matches(of: query, request) }
    return try await script.matches(of: query, request)
  }

  /// Simulates a request in addition to cached content. Without a cache, each call simulates its own request.
  func simulateServerRequest() async throws(TimelineError) {
    if cacheAge != nil { try await simulateRequest() }
  }

  /// The posts of all timelines, without a simulated request.
  func allPosts() async throws(TimelineError) -> [Post] {
    var posts: [Post] = []
    for timeline in try await base.overview(.cached).timelines {
      posts += try await currentPage(of: timeline.id, PageRequest(.newest, limit: .max)).posts
    }
    return posts
  }

  /// Returns without a simulated request, because the count arrives with the matches.
  func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    guard let script else { return try await base.matchCount(of: query, upTo: limit) }
    return try await script.matchCount(of: query, upTo: limit)
  }

  /// The changes of the script; without one, the progress of reading the file.
  nonisolated func changes() -> AsyncStream<SourceChange> {
    script?.changes() ?? base.changes()
  }

  /// The entry up to which another device has read; nil if it has not.
  func markOfOtherDevice(in timeline: TimelineID) async -> EntryPosition? {
    await script?.markOfOtherDevice(in: timeline)
  }

  /// Ends an expired session if a request has failed because of it. Signing in before that has no effect.
  func userDidSignIn() {
    behaviour.userDidSignIn()
  }
}

extension MockTimelineRepository {
  /// The current version of a post, without a simulated request.
  func post(_ id: PostID) async throws(TimelineError) -> Post {
    let ref = PostRef(account: account, id: id)
    guard let script else { return try await base.thread(of: ref, .cached).post }
    return try await script.thread(of: ref, .cached).post
  }

  /// Simulates the duration and the failure of a request.
  func simulateRequest() async throws(TimelineError) {
    let answer = behaviour.nextResponse(now: clock.now)
    try await clock.wait(seconds: answer.latency)
    if let failure = answer.failure { throw failure.reason }
  }
}
