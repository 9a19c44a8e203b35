import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport

/// Reads its posts as the clock advances, and responds with those read so far.
final class GrowingTimelineRepository: TimelineRepository, PostSearchRepository {
  typealias Timelines = [(kind: TimelineID, posts: [Post])]

  /// The posts read after a number of seconds since the first request.
  struct Step {
    var at: Double
    var timelines: Timelines
  }

  private struct State {
    var startedAt: Date?
    /// The posts at the time of stopping.
    var stopped: Timelines?
    var isRefresh = false
    var naps: [Task<Void, Never>] = []
    var requests: [PagePosition] = []
  }

  private let steps: [Step]
  private let clock: VirtualClock
  private let skipped: SkippedPosts?
  private let error: TimelineError?
  private let state = Mutex(State())

  /// - Parameters:
  ///   - steps: The last one has all posts.
  ///   - error: Thrown instead of returning all posts.
  init(_ steps: [Step], clock: VirtualClock, skipped: SkippedPosts? = nil, error: TimelineError? = nil) {
    self.steps = steps
    self.clock = clock
    self.skipped = skipped
    self.error = error
  }

  var requests: [PagePosition] { state.withLock { $0.requests } }

  func overview(_ freshness: Freshness) async throws(TimelineError) -> TimelineOverview {
    if freshness == .fresh { refresh() }
    while true {
      if let whole { return TimelineOverview(timelines: try whole.get().map { ListedTimeline($0.kind) }) }
      if let part {
        return TimelineOverview(timelines: part.timelines.map { ListedTimeline($0.kind) }, isGrowing: true)
      }
      try await sleep()
    }
  }

  func page(of kind: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    if request.freshness == .fresh { refresh() }
    state.withLock { $0.requests.append(request.position) }
    while true {
      if let whole {
        let (isTruncated, timelines) = (state.withLock { $0.stopped != nil }, try whole.get())
        let posts = timelines.first { $0.kind == kind }?.posts ?? []
        var position = request.position
        if isTruncated, case .around = position, !has(position, in: posts) { position = .newest }
        var page = try await page(of: kind, at: position, limit: request.limit, from: timelines)
        page.isTruncated = isTruncated
        page.skipped = skipped
        return page
      }
      if let part, let posts = part.timelines.first(where: { $0.kind == kind })?.posts, has(request.position, in: posts)
      {
        var page = try await page(of: kind, at: request.position, limit: request.limit, from: part.timelines)
        page.older = page.older ?? page.posts.last.map { PageCursor($0.id.rawValue) }
        (page.total, page.loading) = (nil, progress)
        return page
      }
      try await sleep()
    }
  }

  func matches(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    try await PagedTimelineRepository(wholeTimelines(), clock: clock).matches(of: query, request)
  }

  func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    try await PagedTimelineRepository(wholeTimelines(), clock: clock).matchCount(of: query, upTo: limit)
  }

  /// Has one observer.
  func changes() -> AsyncStream<SourceChange> {
    let heard = Mutex<(last: LoadingProgress?, isOver: Bool)>((nil, false))
    return AsyncStream { [self] in
      if heard.withLock({ $0.isOver }) { return nil }
      if let progress = await progress(after: heard.withLock { $0.last }) {
        heard.withLock { $0.last = progress }
        return .loading(progress)
      }
      heard.withLock { $0.isOver = true }
      if Task.isCancelled { stopReading() }
      return Task.isCancelled ? nil : .loadingFinished
    } onCancel: { [self] in
      stopReading()
    }
  }

  private func refresh() {
    guard whole != nil else { return }
    state.withLock { state in
      (state.startedAt, state.stopped, state.isRefresh) = (nil, nil, true)
    }
  }

  private func progress(after seen: LoadingProgress?) async -> LoadingProgress? {
    while state.withLock({ $0.startedAt }) != nil, whole == nil {
      if let progress, progress != seen { return progress }
      guard (try? await sleep()) != nil else { return nil }
    }
    return nil
  }

  private func stopReading() {
    guard whole == nil else { return }
    let part = step?.timelines ?? []
    let naps = state.withLock { state in
      state.stopped = part
      return state.naps
    }
    for sleep in naps { sleep.cancel() }
  }
}

extension GrowingTimelineRepository {
  private func wholeTimelines() async throws(TimelineError) -> Timelines {
    while true {
      if let whole { return try whole.get() }
      try await sleep()
    }
  }

  /// In milliseconds: sums of dates are not exact.
  private var seconds: Double {
    let now = clock.now
    return state.withLock { state in
      state.startedAt = state.startedAt ?? now
      return (now.timeIntervalSince(state.startedAt ?? now) * 1_000).rounded() / 1_000
    }
  }

  private var end: Double { steps.last?.at ?? 0 }
  private var step: Step? { steps.last { $0.at <= seconds } }
  private var part: Step? { state.withLock { $0.isRefresh } ? nil : step }

  private var progress: LoadingProgress? {
    step.map { step in
      LoadingProgress(posts: step.timelines.reduce(0) { $0 + $1.posts.count }, fraction: step.at / end)
    }
  }

  private var whole: Result<Timelines, TimelineError>? {
    if let stopped = state.withLock({ $0.stopped }) {
      return stopped.isEmpty ? .failure(.cancelled) : .success(stopped)
    }
    guard seconds >= end else { return nil }
    return error.map(Result.failure) ?? .success(steps.last?.timelines ?? [])
  }

  private func has(_ position: PagePosition, in posts: [Post]) -> Bool {
    switch position {
    case .newest: !posts.isEmpty
    case .oldest, .nearest, .filling: false
    case .newer: true
    case .older(let cursor): posts.dropLast().contains { $0.id.rawValue == cursor.rawValue }
    case .around(let key, _): posts.contains { $0.key == key }
    }
  }

  private func page(
    of kind: TimelineID, at position: PagePosition, limit: Int, from timelines: Timelines
  ) async throws(TimelineError) -> TimelinePage {
    try await PagedTimelineRepository(timelines, clock: clock).page(of: kind, PageRequest(position, limit: limit))
  }

  /// Sleeps until more has been read or reading is stopped.
  private func sleep() async throws(TimelineError) {
    let now = seconds
    guard let next = steps.first(where: { $0.at > now }) else { return }
    let sleep = Task { [clock] in _ = try? await clock.sleep(seconds: next.at - now) }
    state.withLock { $0.naps.append(sleep) }
    await withTaskCancellationHandler {
      await sleep.value
    } onCancel: {
      sleep.cancel()
    }
    if Task.isCancelled { throw .cancelled }
  }
}
