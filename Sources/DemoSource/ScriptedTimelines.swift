import Documents
import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// The timelines of a document while a script plays in the first of them.
actor ScriptedTimelines {
  /// Posts that one question for a gap brings.
  private static let fillLength = 5

  private let base: any TimelineRepository
  private let script: DemoScript
  private let clock: any WallClock
  private let host: String
  private var openedAt: Date?
  /// How many of the posts in the gap have been given.
  private var filled = 0

  init(_ base: any TimelineRepository, script: DemoScript, host: String, clock: any WallClock) {
    self.base = base
    self.script = script
    self.host = host
    self.clock = clock
  }

  func page(
    of timeline: TimelineID, at position: PagePosition, limit: Int, _ freshness: Freshness
  ) async throws(TimelineError) -> TimelinePage {
    guard timeline == (try await scriptedTimeline()) else {
      return try await base.page(of: timeline, at: position, limit: limit, freshness)
    }
    var posts = try await entries(at: seconds)
    let missing = missingRange(in: posts)
    if case .filling = position { return fill(missing, of: posts) }
    let gap = missing.flatMap { self.gap($0, in: posts) }
    if let missing { posts.removeSubrange(missing) }
    var page = await LoadedTimeline(posts: posts, skipped: nil, isCutShort: false).page(at: position, limit: limit)
    if let gap, page.posts.contains(where: { $0.key == gap.lower }) { page.gaps = [gap] }
    // With a gap nobody knows how many there are.
    if gap != nil { page.total = nil }
    return page
  }

  func thread(_ thread: PostThread) -> PostThread {
    let seconds = seconds
    func entry(_ entry: PostThread.Entry) -> PostThread.Entry {
      guard case .post(let post) = entry else { return entry }
      return script.entries(of: [post], after: seconds).first.map { .post($0) }
        ?? .unavailable(id: post.id, reason: .deleted)
    }
    var thread = thread
    thread.ancestors = thread.ancestors.map(entry)
    thread.post = script.entries(of: [thread.post], after: seconds).first ?? thread.post
    thread.replies = thread.replies.map { .init(entry: entry($0.entry), depth: $0.depth) }
    return thread
  }

  /// What happens from now on, to the end of the script.
  nonisolated func changes() -> AsyncStream<SourceChange> {
    let taken = Mutex<Int?>(nil)
    return AsyncStream { [self] in
      while !Task.isCancelled {
        let step = await nextStep(after: taken.withLock { $0 })
        guard let step else { return nil }
        taken.withLock { $0 = step.number }
        if let change = step.change { return change }
      }
      return nil
    }
  }
}

extension ScriptedTimelines {
  /// Waits for the step after the one with that number; for the next one of all where that is nil. nil once the script
  /// is at its end, or nobody waits.
  private func nextStep(after number: Int?) async -> (number: Int, change: SourceChange?)? {
    let next = number.map { $0 + 1 } ?? script.steps(until: seconds).count
    guard script.steps.indices.contains(next), let timeline = try? await scriptedTimeline() else { return nil }
    let step = script.steps[next]
    let wait = step.after - seconds
    if wait > 0, (try? await clock.sleep(seconds: wait)) == nil { return nil }
    guard let posts = try? await entries(at: step.after) else { return nil }
    return (next, step.event.change(in: timeline, of: posts, account: posts.first?.ref.account, host: host))
  }

  /// Since it was first asked for something; to the millisecond: sums of dates are not exact.
  private var seconds: Double {
    let start = openedAt ?? clock.now
    openedAt = start
    return (clock.now.timeIntervalSince(start) * 1_000).rounded() / 1_000
  }

  private func scriptedTimeline() async throws(TimelineError) -> TimelineID {
    try await base.overview(.cached).timelines[0].id
  }

  private func entries(at seconds: Double) async throws(TimelineError) -> [Post] {
    let timeline = try await scriptedTimeline()
    let page = try await base.page(of: timeline, at: .newest, limit: .max, .cached)
    return script.entries(of: page.posts, after: seconds)
  }

  /// Where the posts stand that have not been given yet; nil where none is missing.
  private func missingRange(in posts: [Post]) -> Range<Int>? {
    guard let gap = script.gap, let lower = posts.firstIndex(where: { $0.id == gap.above }) else { return nil }
    let range = max(0, lower - gap.count)..<max(0, lower - filled)
    return range.lowerBound < range.upperBound ? range : nil
  }

  private func gap(_ missing: Range<Int>, in posts: [Post]) -> TimelineGap? {
    guard posts.indices.contains(missing.upperBound) else { return nil }
    let lower = posts[missing.upperBound]
    return TimelineGap(
      cursor: PageCursor("gap \(missing.count)"), lower: lower.key, newest: posts[missing.lowerBound].timelineDate,
      oldest: lower.timelineDate, count: missing.count)
  }

  private func fill(_ missing: Range<Int>?, of posts: [Post]) -> TimelinePage {
    guard let missing else { return TimelinePage() }
    let given = max(missing.lowerBound, missing.upperBound - Self.fillLength)..<missing.upperBound
    filled += given.count
    let rest = missing.lowerBound..<given.lowerBound
    return TimelinePage(posts: Array(posts[given]), gaps: rest.isEmpty ? [] : gap(rest, in: posts).map { [$0] } ?? [])
  }
}
