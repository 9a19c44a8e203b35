import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// The actions that a server has rejected as unsupported. Each may be tried again after a day, since the server may
/// have been updated.
final class UnsupportedActions: Sendable {
  /// In seconds.
  private static let lifetime = 86_400.0

  private let cache: any ActionCache
  private let clock: any WallClock
  private let dates = Mutex<[UserAction.Kind: Date]>([:])

  init(_ cache: any ActionCache, clock: any WallClock) {
    self.cache = cache
    self.clock = clock
  }

  /// The kinds that were rejected within the last day.
  var kinds: Set<UserAction.Kind> {
    let now = clock.now
    return dates.withLock { dates in
      Set(dates.filter { abs(now.timeIntervalSince($0.value)) < Self.lifetime }.keys)
    }
  }

  func load() async {
    guard let stored = try? await cache.unsupportedActions() else { return }
    dates.withLock { $0.merge(stored) { max($0, $1) } }
  }

  func add(_ kind: UserAction.Kind) async {
    let now = clock.now
    let all = dates.withLock { dates in
      dates[kind] = now
      return dates
    }
    try? await cache.store(unsupportedActions: all)
  }

  /// Removes a kind that the server has accepted.
  func remove(_ kind: UserAction.Kind) async {
    let all: [UserAction.Kind: Date]? = dates.withLock { dates in
      dates.removeValue(forKey: kind) == nil ? nil : dates
    }
    if let all { try? await cache.store(unsupportedActions: all) }
  }
}
