import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// Prunes the cache of an account in small batches: once a day, and while many entries arrive.
final class CachePruner: Sendable {
  private struct State {
    var isRunning = false
    var endedAt: Date?
    /// The entries inserted since the last run began.
    var inserted = 0
  }

  /// The time between two runs.
  private static let interval = Duration.seconds(86_400)
  /// The share of the bound by which timelines may exceed it.
  private static let tolerance = 5
  private static let minTolerance = 200

  private let cache: any PageCache
  private let bounds: CacheBounds
  private let clock: any WallClock
  private let state = Mutex(State())

  init(_ cache: any PageCache, bounds: CacheBounds, clock: any WallClock) {
    self.cache = cache
    self.bounds = bounds
    self.clock = clock
  }

  /// Prunes if the last run was a day ago or more.
  func pruneIfDue() async {
    await prune { state in
      !(state.endedAt.map { clock.isWithin(Self.interval, of: $0) } ?? false)
    }
  }

  /// Prunes if so many entries were inserted since the last run that timelines may far exceed their bound.
  func didInsert(_ count: Int) async {
    let limit = max(Self.minTolerance, bounds.posts / Self.tolerance)
    await prune { state in
      state.inserted += count
      return state.inserted >= limit
    }
  }

  private func prune(if isDue: (inout State) -> Bool) async {
    let now = clock.now
    let starts = state.withLock { state in
      guard isDue(&state), !state.isRunning else { return false }
      state.isRunning = true
      state.inserted = 0
      return true
    }
    guard starts else { return }
    var hasMore: Bool? = true
    while hasMore == true, !Task.isCancelled { hasMore = try? await cache.prune(to: bounds, now: clock.now) }
    // A run that was interrupted does not count, so the next call continues it.
    let isComplete = hasMore == false
    state.withLock { state in
      state.isRunning = false
      if isComplete { state.endedAt = now }
    }
  }
}
