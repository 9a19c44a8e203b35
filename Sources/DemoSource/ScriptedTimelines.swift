import InMemoryTimelines
import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// The timelines of a document while a script plays in them. What is inserted comes into the first of them, and the gap
/// is there too.
actor ScriptedTimelines {
  /// Posts that one question for a gap brings.
  private static let fillLength = 5

  private let base: any MockTimelineRepository.Base
  private let account: AccountID?
  private let script: DemoScript
  private let clock: any WallClock
  private let host: String
  private var openedAt: Date?
  /// When the last page was given, in seconds since it was opened: whoever has seen it wants to hear what came after.
  private var pageGivenAt: Double?
  /// Those of the gap's posts that have been given.
  private var given: Set<PostID> = []

  init(
    _ base: any MockTimelineRepository.Base, account: AccountID?, script: DemoScript, host: String,
    clock: any WallClock
  ) {
    self.base = base
    self.account = account
    self.script = script
    self.host = host
    self.clock = clock
  }

  func page(
    of timeline: TimelineID, at position: PagePosition, limit: Int, _ freshness: Freshness
  ) async throws(TimelineError) -> TimelinePage {
    let all = try await base.page(of: timeline, at: .newest, limit: .max, freshness)
    let seconds = seconds
    pageGivenAt = seconds
    let missing = try await timeline == scriptedTimeline() ? missing(in: all.posts) : []
    var posts = entries(all.posts, after: seconds)
    if case .filling(let gap) = position { return fill(gap, missing, of: posts) }
    let gaps = gap(missing, in: posts)
    posts.removeAll { missing.contains($0.id) }
    var page = await InMemoryTimeline(posts: posts, skipped: all.skipped, isCutShort: all.isCutShort)
      .page(at: position, limit: limit)
    guard let gap = gaps.first else { return page }
    page.gaps = gaps.filter { gap in page.posts.contains { $0.key == gap.lower } }
    // Nobody knows how many there are, nor below the gap how many stand above.
    page.total = nil
    let lower = posts.firstIndex { $0.key == gap.lower } ?? 0
    page.offset = page.offset.flatMap { $0 < lower ? $0 : nil }
    return page
  }

  func thread(of post: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread {
    var thread = try await base.thread(of: post, freshness)
    let seconds = seconds
    func now(_ post: Post) -> Post? { entries([post], after: seconds).first }
    func entry(_ entry: PostThread.Entry) -> PostThread.Entry {
      guard case .post(let post) = entry else { return entry }
      return now(post).map { .post($0) }
        ?? .unavailable(id: post.id, reason: script.isToCome(post.id, after: seconds) ? .notInSource : .deleted)
    }
    guard case .post(let now) = entry(.post(thread.post)) else {
      let isToCome = script.isToCome(post.id, after: seconds)
      throw .postUnavailable(id: post.id, reason: isToCome ? .notInSource : .deleted)
    }
    thread.post = now
    thread.ancestors = thread.ancestors.map(entry)
    thread.replies = thread.replies.map { PostThread.Reply(entry: entry($0.entry), depth: $0.depth) }
      .filter { $0.entry.reason != .notInSource }
    return thread
  }

  func matches(
    of query: SearchQuery, at position: PagePosition, limit: Int, _ freshness: Freshness
  ) async throws(TimelineError) -> TimelinePage {
    let posts = try await matches(of: query, freshness)
    return await InMemoryTimeline(posts: posts, skipped: nil, isCutShort: false).page(at: position, limit: limit)
  }

  func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    var count = try await base.matchCount(of: query, upTo: limit)
    count.count = try await matches(of: query, .cached).count
    return count
  }

  /// What happens from the last page that was given, to the end of the script.
  nonisolated func changes() -> AsyncStream<SourceChange> {
    let next = Mutex<Int?>(nil)
    return AsyncStream { [self] in
      while let step = await step(next.withLock { $0 }) {
        next.withLock { $0 = step.number + 1 }
        if let change = step.change { return change }
      }
      return nil
    }
  }
}

extension ScriptedTimelines {
  /// Waits for the step with that number; for the first that nobody has seen where that is nil. nil once the script is at
  /// its end, or nobody waits.
  private func step(_ number: Int?) async -> (number: Int, change: SourceChange?)? {
    let number = number ?? script.steps(until: pageGivenAt ?? seconds).count
    guard script.steps.indices.contains(number), let timeline = try? await scriptedTimeline() else { return nil }
    let step = script.steps[number]
    let wait = step.after - seconds
    if wait > 0, (try? await clock.sleep(seconds: wait)) == nil { return nil }
    guard !Task.isCancelled, let posts = try? await entries() else { return nil }
    return (number, step.event.change(in: timeline, of: posts, account: account, host: host))
  }

  /// When it was first asked for something.
  private var start: Date {
    let start = openedAt ?? clock.now
    openedAt = start
    return start
  }

  /// Since then; to the millisecond: sums of dates are not exact.
  private var seconds: Double { (clock.now.timeIntervalSince(start) * 1_000).rounded() / 1_000 }

  private func entries(_ posts: [Post], after seconds: Double) -> [Post] {
    script.entries(of: posts, after: seconds, from: start)
  }

  private func scriptedTimeline() async throws(TimelineError) -> TimelineID? {
    try await base.overview(.cached).timelines.first?.id
  }

  /// Those of all timelines, as they are now.
  private func entries() async throws(TimelineError) -> [Post] {
    var posts: [Post] = []
    for timeline in try await base.overview(.cached).timelines {
      posts += try await base.page(of: timeline.id, at: .newest, limit: .max, .cached).posts
    }
    return entries(posts, after: seconds)
  }

  private func matches(of query: SearchQuery, _ freshness: Freshness) async throws(TimelineError) -> [Post] {
    let posts = try await base.matches(of: query, at: .newest, limit: .max, freshness).posts
    return entries(posts, after: seconds).filter(query.matches)
  }
}

// MARK: - The gap

extension ScriptedTimelines {
  /// Those of the file's posts that have not been given yet.
  private func missing(in posts: [Post]) -> Set<PostID> {
    guard let gap = script.gap, let lower = posts.firstIndex(where: { $0.id == gap.above }) else { return [] }
    return Set(posts[max(0, lower - gap.count)..<lower].map(\.id)).subtracting(given)
  }

  /// The gap that the missing posts leave; none where nothing stands below it.
  private func gap(_ missing: Set<PostID>, in posts: [Post]) -> [TimelineGap] {
    let left = posts.indices.filter { missing.contains(posts[$0].id) }
    guard let newest = left.first, let oldest = left.last, posts.indices.contains(oldest + 1) else { return [] }
    let lower = posts[oldest + 1]
    return [
      TimelineGap(
        cursor: PageCursor("gap above \(lower.id.rawValue)"), lower: lower.key, newest: posts[newest].timelineDate,
        oldest: lower.timelineDate, count: left.count)
    ]
  }

  /// What stands right above the gap's lower entry, as long as it is missing; the same again for whoever asks again.
  private func fill(_ gap: TimelineGap, _ missing: Set<PostID>, of posts: [Post]) -> TimelinePage {
    let all = missing.union(given)
    let lower = posts.firstIndex { $0.key == gap.lower } ?? posts.lastIndex { missing.contains($0.id) }.map { $0 + 1 }
    guard let lower else { return TimelinePage() }
    let found = posts[max(0, lower - Self.fillLength)..<lower].filter { all.contains($0.id) }
    given.formUnion(found.map(\.id))
    let rest = missing.subtracting(given)
    let gaps = self.gap(rest, in: posts).filter { gap in found.contains { $0.key == gap.lower } }
    return TimelinePage(posts: found, gaps: gaps)
  }
}

extension PostThread.Entry {
  fileprivate var reason: UnavailableReason? {
    if case .unavailable(_, let reason) = self { reason } else { nil }
  }
}
