import InMemoryTimelines
import Domain
import FoundationEssentials
import Runtime

/// A demo account in which one can write and act. What a person does there is seen on all its screens, and gone when the
/// program ends.
actor WritableDemoRepository: TimelineRepository, ThreadRepository, PostSearchRepository {
  nonisolated let base: MockTimelineRepository
  nonisolated let account: AccountID
  nonisolated let profile: Profile
  let clock: any WallClock
  /// Whether a post that is sent twice becomes one. Where writing fails it is as at servers that keep no keys.
  let keepsKeys: Bool
  /// What its server takes.
  nonisolated let limits: PostLimits
  nonisolated let news: Broadcast<SourceChange>
  nonisolated let refused: Broadcast<RefusedAction>
  /// How what is written fares; nil where it fares as all other questions.
  private var writing: DemoBehaviour?
  /// What the person has written, the newest first.
  var own: [Post] = []
  /// What they have done with each post, the last of each kind.
  var done: [PostID: [UserAction]] = [:]
  /// What they have marked, the latest first.
  var marked: [(id: PostID, addition: PostAddition)] = []
  /// What they have made of what they wrote.
  var edited: [PostID: Draft] = [:]
  var deleted: Set<PostID> = []
  /// How people stand to the person at first.
  nonisolated let people: DemoRelationships
  /// What there is between them and the person by now, where something has been done.
  var ties: [String: Relationship] = [:]
  var dismissed: Set<String> = []
  /// When the account was opened.
  nonisolated let start: Date
  /// Posts by the keys that they were sent with.
  var sent: [String: PostID] = [:]

  init(
    _ base: MockTimelineRepository, account: AccountID, profile: Profile, writing: [DemoStep]? = nil,
    pictureLimit: Int? = nil, people: DemoRelationships = DemoRelationships(), clock: any WallClock
  ) {
    self.base = base
    self.people = people
    var limits = PostLimits()
    limits.imageBytes = pictureLimit
    self.limits = limits
    start = clock.now
    self.writing = writing.map { DemoBehaviour($0, handle: profile.handle) }
    keepsKeys = writing == nil
    self.account = account
    self.profile = profile
    self.clock = clock
    (news, refused) = (Broadcast(clock: clock), Broadcast(clock: clock))
  }

  func overview(_ freshness: Freshness) async throws(TimelineError) -> TimelineOverview {
    var overview = try await base.overview(freshness)
    if people.requests != nil { overview.timelines.append(ListedTimeline(.notifications)) }
    return overview
  }

  func page(
    of timeline: TimelineID, at position: PagePosition, limit: Int, _ freshness: Freshness
  ) async throws(TimelineError) -> TimelinePage {
    if timeline == .notifications, people.requests != nil {
      try await base.playRequest()
      return await InMemoryTimeline(posts: notifications, skipped: nil, isCutShort: false)
        .page(at: position, limit: limit)
    }
    if case .tag = timeline { return try await tagPage(of: timeline, at: position, limit: limit) }
    let added = try await added(to: timeline)
    let removed = done.filter { _, actions in
      actions.contains { $0.removal.map { timeline.gains(Post.placeholder, by: $0) == true } ?? false }
    }
    guard !added.isEmpty || !removed.isEmpty, !position.isFilling else {
      return now(try await base.page(of: timeline, at: position, limit: limit, freshness))
    }
    let all = now(try await base.page(of: timeline, at: .newest, limit: .max, freshness))
    let known = Set(all.posts.map(\.id))
    let posts = added.filter { !known.contains($0.id) } + all.posts.filter { removed[$0.id] == nil }
    var page = await InMemoryTimeline(posts: posts, skipped: all.skipped, isCutShort: all.isCutShort)
      .page(at: position, limit: limit)
    page.gaps = all.gaps.filter { gap in page.posts.contains { $0.key == gap.lower } }
    page.asOf = all.asOf
    // Where something is missing nobody knows how many there are.
    if all.total == nil { (page.total, page.offset) = (nil, nil) }
    return page
  }

  func thread(of post: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread {
    guard let written = own.first(where: { $0.id == post.id }) else {
      return withOwnAnswers(try await base.thread(of: post, freshness))
    }
    guard let shown = now(written) else { throw .postUnavailable(id: post.id, reason: .deleted) }
    var thread = PostThread(of: shown) { _ in
      nil
    } answers: { id in
      self.answers(to: id)
    }
    thread.ancestors = try await ancestors(of: written, freshness)
    return thread
  }

  func matches(
    of query: SearchQuery, at position: PagePosition, limit: Int, _ freshness: Freshness
  ) async throws(TimelineError) -> TimelinePage {
    let found = own.compactMap(now).filter { query.matches($0, .home) }
    guard !found.isEmpty else {
      return now(try await base.matches(of: query, at: position, limit: limit, freshness))
    }
    let all = now(try await base.matches(of: query, at: .newest, limit: .max, freshness))
    return await InMemoryTimeline(posts: found + all.posts, skipped: nil, isCutShort: false)
      .page(at: position, limit: limit)
  }

  func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    var count = try await base.matchCount(of: query, upTo: limit)
    count.count += own.compactMap(now).count { query.matches($0, .home) }
    return count
  }

  /// What the script has happen, and what the person does.
  nonisolated func changes() -> AsyncStream<SourceChange> {
    news.listen(besides: base.changes(), then: .readToEnd)
  }
}

extension WritableDemoRepository {
  /// What each request to write goes through.
  /// - Returns: why whoever writes hears of no success; nil where they do.
  func playWriting() async throws(TimelineError) -> PublishingFailure? {
    guard let answer = writing?.nextAnswer(now: clock.now) else {
      try await base.playRequest()
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

// MARK: - Posts as they are now

extension WritableDemoRepository {
  func now(_ post: Post) -> Post? {
    guard !deleted.contains(post.id) else { return nil }
    var post = post
    let answers = own.count { $0.replyTo == post.id && !deleted.contains($0.id) }
    if let known = post.counts?.replies { post.counts?.replies = known + answers }
    post.viewer = post.viewer ?? ViewerState()
    let id = post.id.rawValue
    if post.poll?.isClosed == false { post.poll?.id = id }
    if let draft = edited[post.id] {
      post.text = LinkDetector.text(draft.text)
      post.warning = draft.warning.isEmpty ? nil : draft.warning
      post.states.insert(.edited)
    }
    return (done[post.id] ?? []).reduce(post) { $0.applying($1) }
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

  private func answers(to id: PostID) -> [Post] {
    own.filter { $0.replyTo == id }.reversed().compactMap(now)
  }

  private func withOwnAnswers(_ thread: PostThread) -> PostThread {
    var shown = thread
    shown.post = now(thread.post) ?? thread.post
    shown.ancestors = thread.ancestors.map(now)
    shown.replies = thread.replies.map { PostThread.Reply(entry: now($0.entry), depth: $0.depth) }
    // The oldest first: a reply comes after what it replies to.
    for post in own.reversed().compactMap(now) { _ = shown.insert(reply: post) }
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
