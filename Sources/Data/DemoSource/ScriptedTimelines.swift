import InMemoryTimelines
import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// Applies a script to the timelines of a document. New posts and the gap are in the first timeline.
actor ScriptedTimelines {
  /// The number of posts that one request adds to a gap.
  private static let fillLength = 5

  private let base: any MockTimelineRepository.Base
  private let account: AccountID?
  private let script: DemoScript
  private let clock: any WallClock
  private let host: String
  private var openedAt: Date?
  /// When the last page was returned, in seconds from the start. Later changes are new to the user.
  private var lastPageAt: Double?
  /// The posts of the gap that have been returned.
  private var filledPosts: Set<PostID> = []

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

  func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    let all = try await base.page(of: timeline, PageRequest(.newest, limit: .max, request.freshness))
    let seconds = seconds
    lastPageAt = seconds
    let missing = try await timeline == scriptedTimeline() ? missing(in: all.posts) : []
    var posts = entries(all.posts, after: seconds)
    if case .filling(let gap) = request.position { return fill(gap, missing, of: posts) }
    let gaps = gap(missing, in: posts)
    posts.removeAll { missing.contains($0.id) }
    var page = await InMemoryTimeline(posts: posts, skipped: all.skipped, isTruncated: all.isTruncated)
      .page(request)
    guard let gap = gaps.first else { return page }
    page.gaps = gaps.filter { gap in page.posts.contains { $0.key == gap.lower } }
    // The total is unknown, and below the gap the offset is too.
    page.total = nil
    let lower = posts.firstIndex { $0.key == gap.lower } ?? 0
    page.offset = page.offset.flatMap { $0 < lower ? $0 : nil }
    return page
  }

  /// - Throws: `TimelineError.postUnavailable` if the post is deleted or not inserted yet.
  func thread(of post: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread {
    var thread = try await base.thread(of: post, freshness)
    let seconds = seconds
    func now(_ post: Post) -> Post? { entries([post], after: seconds).first }
    func entry(_ entry: PostThread.Entry) -> PostThread.Entry {
      guard case .post(let post) = entry else { return entry }
      return now(post).map { .post($0) }
        ?? .unavailable(id: post.id, reason: script.isPending(post.id, after: seconds) ? .notInSource : .deleted)
    }
    guard case .post(let now) = entry(.post(thread.post)) else {
      let isPending = script.isPending(post.id, after: seconds)
      throw .postUnavailable(id: post.id, reason: isPending ? .notInSource : .deleted)
    }
    thread.post = now
    thread.ancestors = thread.ancestors.map(entry)
    thread.replies = thread.replies.map { PostThread.Reply(entry: entry($0.entry), depth: $0.depth) }
      .filter { $0.entry.reason != .notInSource }
    return thread
  }

  func matches(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    let posts = try await matches(of: query, request.freshness)
    return await InMemoryTimeline(posts: posts, skipped: nil, isTruncated: false).page(request)
  }

  func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    var count = try await base.matchCount(of: query, upTo: limit)
    count.count = try await matches(of: query, .cached).count
    return count
  }

  /// The entry up to which another device has read; nil if it has not.
  func markOfOtherDevice(in timeline: TimelineID) async -> EntryPosition? {
    let read = script.postReadOnOtherDevice(after: seconds)
    guard let read, let first = try? await scriptedTimeline(), first == timeline else { return nil }
    let posts = (try? await base.page(of: timeline, PageRequest(.newest, limit: .max)).posts) ?? []
    return entries(posts, after: seconds).first { $0.id == read }
      .map(EntryPosition.init)
  }

  /// The changes from the last returned page to the end of the script.
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
  /// Waits for a step. Without a number it is the first one after the last page. Returns nil at the end of the script,
  /// or if the task is cancelled.
  private func step(_ number: Int?) async -> (number: Int, change: SourceChange?)? {
    let number = number ?? script.steps(until: lastPageAt ?? seconds).count
    guard script.steps.indices.contains(number), let timeline = try? await scriptedTimeline() else { return nil }
    let step = script.steps[number]
    let wait = step.after - seconds
    if wait > 0, (try? await clock.sleep(seconds: wait)) == nil { return nil }
    guard !Task.isCancelled, let posts = try? await entries() else { return nil }
    return (number, step.event.change(in: timeline, of: posts, account: account, host: host))
  }

  /// When the account was first opened.
  private var start: Date {
    let start = openedAt ?? clock.now
    openedAt = start
    return start
  }

  /// The seconds since then, rounded to milliseconds because sums of dates are inexact.
  private var seconds: Double { (clock.now.timeIntervalSince(start) * 1_000).rounded() / 1_000 }

  private func entries(_ posts: [Post], after seconds: Double) -> [Post] {
    script.entries(of: posts, after: seconds, from: start)
  }

  private func scriptedTimeline() async throws(TimelineError) -> TimelineID? {
    try await base.overview(.cached).timelines.first?.id
  }

  /// The current posts of all timelines.
  private func entries() async throws(TimelineError) -> [Post] {
    var posts: [Post] = []
    for timeline in try await base.overview(.cached).timelines {
      posts += try await base.page(of: timeline.id, PageRequest(.newest, limit: .max)).posts
    }
    return entries(posts, after: seconds)
  }

  private func matches(of query: SearchQuery, _ freshness: Freshness) async throws(TimelineError) -> [Post] {
    let posts = try await base.matches(of: query, PageRequest(.newest, limit: .max, freshness)).posts
    return entries(posts, after: seconds).filter(query.matches)
  }
}

// MARK: - The gap

extension ScriptedTimelines {
  /// The posts of the gap that have not been returned yet.
  private func missing(in posts: [Post]) -> Set<PostID> {
    guard let gap = script.gap, let lower = posts.firstIndex(where: { $0.id == gap.above }) else { return [] }
    return Set(posts[max(0, lower - gap.count)..<lower].map(\.id)).subtracting(filledPosts)
  }

  /// The gap for the missing posts; empty if there is no entry below.
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

  /// The page directly above the gap's lower entry. A repeated request returns the same page.
  private func fill(_ gap: TimelineGap, _ missing: Set<PostID>, of posts: [Post]) -> TimelinePage {
    let all = missing.union(filledPosts)
    let lower = posts.firstIndex { $0.key == gap.lower } ?? posts.lastIndex { missing.contains($0.id) }.map { $0 + 1 }
    guard let lower else { return TimelinePage() }
    let found = posts[max(0, lower - Self.fillLength)..<lower].filter { all.contains($0.id) }
    filledPosts.formUnion(found.map(\.id))
    let rest = missing.subtracting(filledPosts)
    let gaps = self.gap(rest, in: posts).filter { gap in found.contains { $0.key == gap.lower } }
    return TimelinePage(posts: found, gaps: gaps)
  }
}

extension PostThread.Entry {
  fileprivate var reason: UnavailableReason? {
    if case .unavailable(_, let reason) = self { reason } else { nil }
  }
}
