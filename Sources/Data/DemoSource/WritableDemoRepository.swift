import InMemoryTimelines
import Domain
import FoundationEssentials
import Runtime

/// A demo account in which the user can publish and act. All screens of the account show it. It is lost when the
/// program ends.
actor WritableDemoRepository: TimelineRepository, ThreadRepository, PostSearchRepository {
  nonisolated let base: MockTimelineRepository
  nonisolated let account: AccountID
  nonisolated let profile: Profile
  let clock: any WallClock
  /// Whether a post that is sent twice with the same key is published once. False if publishing is scripted to fail.
  let supportsIdempotency: Bool
  /// The publishing limits of its server.
  nonisolated let limits: PostLimits
  nonisolated let userChanges: UserChanges
  nonisolated let changeBroadcast: Broadcast<SourceChange>
  nonisolated let refusalBroadcast: Broadcast<RefusedAction>
  /// The behaviour of requests to publish; nil if they behave as other requests.
  private var writing: DemoBehaviour?
  /// The user's own posts, the newest first.
  var writtenPosts: [Post] = []
  /// The user's actions on each post, the last one of each kind.
  var performedActions: [PostID: [UserAction]] = [:]
  /// The likes and bookmarks, the latest first.
  var markedPosts: [(id: PostID, addition: PostAddition)] = []
  /// The last edit of each own post.
  var edited: [PostID: Draft] = [:]
  var deleted: Set<PostID> = []
  /// Filters, lists, hashtags, blocked servers and the user's profile.
  var management: DemoManagement
  nonisolated let initialRelationships: DemoRelationships
  /// The relationships that have changed since.
  var relationships: [String: Relationship] = [:]
  var dismissed: Set<String> = []
  /// Whether the user has accepted (true) or dismissed held back notifications, by the handle of their account.
  var heldDecisions: [String: Bool] = [:]
  var policy = NotificationPolicy([
    .notFollowing: .accept, .notFollowers: .accept, .newAccounts: .filter, .privateMentions: .filter,
    .limitedAccounts: .filter,
  ])
  /// The last posts of the conversations that the user has read, and of those that the user has removed.
  var readConversations: Set<PostID> = []
  var removedConversations: Set<PostID> = []
  /// When the account was opened.
  nonisolated let start: Date
  /// The IDs of published posts by their idempotency keys.
  var postsByKey: [String: PostID] = [:]
  /// The posts to be published later, in the order in which they were scheduled.
  var scheduled: [DemoScheduledPost] = []
  /// The number of posts scheduled so far.
  var scheduledCount = 0

  init(
    _ base: MockTimelineRepository, account: AccountID, profile: Profile, writing: [DemoStep]? = nil,
    pictureLimit: Int? = nil, initialRelationships: DemoRelationships = DemoRelationships(), clock: any WallClock
  ) {
    self.base = base
    self.initialRelationships = initialRelationships
    management = DemoManagement(initialRelationships, profile: profile)
    var limits = PostLimits()
    limits.imageBytes = pictureLimit
    self.limits = limits
    start = clock.now
    self.writing = writing.map { DemoBehaviour($0, handle: profile.handle) }
    supportsIdempotency = writing == nil
    self.account = account
    self.profile = profile
    self.clock = clock
    userChanges = UserChanges(of: account)
    (changeBroadcast, refusalBroadcast) = (Broadcast(clock: clock), Broadcast(clock: clock))
  }

  func overview(_ freshness: Freshness) async throws(TimelineError) -> TimelineOverview {
    var overview = try await base.overview(freshness)
    if initialRelationships.requests != nil { overview.timelines.append(ListedTimeline(.notifications)) }
    if initialRelationships.conversations != nil { overview.timelines.append(ListedTimeline(.conversations)) }
    return overview
  }

  func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    filtered(try await unfilteredPage(of: timeline, request), in: timeline)
  }

  private func unfilteredPage(
    of timeline: TimelineID, _ request: PageRequest
  ) async throws(TimelineError) -> TimelinePage {
    try await publishDuePosts()
    if timeline == .notifications, initialRelationships.requests != nil {
      try await base.simulateRequest()
      return await InMemoryTimeline(posts: await notifications(), skipped: nil, isTruncated: false)
        .page(request)
    }
    if timeline == .conversations, initialRelationships.conversations != nil {
      try await base.simulateRequest()
      return await InMemoryTimeline(posts: await conversations(), skipped: nil, isTruncated: false).page(request)
    }
    switch timeline {
    case .tag: return try await page(request) { timeline.receives($0, by: .published) == true }
    case .quotes(let id): return try await page(request) { $0.quote?.id == id }
    default: break
    }
    let added = try await added(to: timeline)
    let removed = performedActions.filter { _, actions in
      actions.contains { $0.removal.map { timeline.receives(Post.placeholder, by: $0) == true } ?? false }
    }
    guard !added.isEmpty || !removed.isEmpty, !request.position.isFilling else {
      return now(try await base.page(of: timeline, request))
    }
    let all = now(try await base.page(of: timeline, PageRequest(.newest, limit: .max, request.freshness)))
    let known = Set(all.posts.map(\.id))
    let posts = added.filter { !known.contains($0.id) } + all.posts.filter { removed[$0.id] == nil }
    var page = await InMemoryTimeline(posts: posts, skipped: all.skipped, isTruncated: all.isTruncated)
      .page(request)
    page.gaps = all.gaps.filter { gap in page.posts.contains { $0.key == gap.lower } }
    page.asOf = all.asOf
    // The total is unknown if there is a gap.
    if all.total == nil { (page.total, page.offset) = (nil, nil) }
    return page
  }

  func thread(of post: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread {
    guard let written = writtenPosts.first(where: { $0.id == post.id }) else {
      return withOwnReplies(try await base.thread(of: post, freshness))
    }
    guard let shown = now(written) else { throw .postUnavailable(id: post.id, reason: .deleted) }
    var thread = PostThread(of: shown) { _ in
      nil
    } replies: { id in
      self.writtenReplies(to: id)
    }
    thread.ancestors = try await ancestors(of: written, freshness)
    return thread
  }

  func matches(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    let found = writtenPosts.compactMap(now).filter { query.matches($0, .home) }
    guard !found.isEmpty else {
      return now(try await base.matches(of: query, request))
    }
    let all = now(try await base.matches(of: query, PageRequest(.newest, limit: .max, request.freshness)))
    return await InMemoryTimeline(posts: found + all.posts, skipped: nil, isTruncated: false)
      .page(request)
  }

  func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    var count = try await base.matchCount(of: query, upTo: limit)
    count.count += writtenPosts.compactMap(now).count { query.matches($0, .home) }
    return count
  }

  /// The changes of the script and of the user.
  nonisolated func changes() -> AsyncStream<SourceChange> {
    changeBroadcast.subscribe(merging: base.changes(), thenSending: .loadingFinished)
  }
}

extension WritableDemoRepository {
  /// Simulates a request to publish.
  /// - Returns: a failure after which the request may still take effect; nil if it succeeds.
  func simulateWriteRequest() async throws(TimelineError) -> PublishingFailure? {
    guard let answer = writing?.nextResponse(now: clock.now) else {
      try await base.simulateRequest()
      return nil
    }
    try await clock.wait(seconds: answer.latency)
    return answer.failure
  }

  /// Lifts an expired session.
  func userDidSignIn() async {
    writing?.userDidSignIn()
    await base.userDidSignIn()
  }
}

// MARK: - Current posts

extension WritableDemoRepository {
  func now(_ post: Post) -> Post? {
    guard !deleted.contains(post.id) else { return nil }
    var post = post
    let replyCount = writtenPosts.count { $0.replyTo == post.id && !deleted.contains($0.id) }
    if let known = post.counts?.replies { post.counts?.replies = known + replyCount }
    post.viewer = post.viewer ?? ViewerState()
    let id = post.id.rawValue
    if post.poll?.isClosed == false { post.poll?.id = id }
    if let draft = edited[post.id] {
      post.text = LinkDetector.text(draft.text)
      post.warning = draft.warning.isEmpty ? nil : draft.warning
      post.states.insert(.edited)
    }
    let actions = performedActions[post.id] ?? []
    for case .revokeQuote(let quoted, _) in actions { post.quote = .unavailable(id: quoted, reason: .revoked) }
    return actions.reduce(post) { $0.applying($1) }
  }

  private func now(_ page: TimelinePage) -> TimelinePage {
    var page = page
    page.posts = page.posts.compactMap(now)
    return page
  }

  private func now(_ entry: PostThread.Entry) -> PostThread.Entry {
    guard case .post(let post) = entry else { return entry }
    return now(post).map { .post($0) } ?? .unavailable(id: post.id, reason: .deleted)
  }

  private func writtenReplies(to id: PostID) -> [Post] {
    writtenPosts.filter { $0.replyTo == id }.reversed().compactMap(now)
  }

  private func withOwnReplies(_ thread: PostThread) -> PostThread {
    var shown = thread
    shown.post = now(thread.post) ?? thread.post
    shown.ancestors = thread.ancestors.map(now)
    shown.replies = thread.replies.map { PostThread.Reply(entry: now($0.entry), depth: $0.depth) }
    // Insert the oldest first, because a reply follows its parent.
    for post in writtenPosts.reversed().compactMap(now) { _ = shown.insert(reply: post) }
    return shown
  }

  private func ancestors(of post: Post, _ freshness: Freshness) async throws(TimelineError) -> [PostThread.Entry] {
    guard let parent = post.replyTo else { return [] }
    let ref = PostRef(account: account, id: parent)
    let thread: PostThread
    do throws(TimelineError) {
      thread = try await self.thread(of: ref, freshness)
    } catch .postUnavailable(_, let reason) {
      return [.unavailable(id: parent, reason: reason)]
    }
    return thread.ancestors + [.post(thread.post)]
  }
}

extension PagePosition {
  fileprivate var isFilling: Bool {
    if case .filling = self { true } else { false }
  }
}
