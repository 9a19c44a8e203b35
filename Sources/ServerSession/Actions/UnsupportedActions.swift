import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// What a server was found not to do. Each is tried again after a day: servers learn.
final class UnsupportedActions: Sendable {
  /// In seconds.
  private static let lifetime = 86_400.0

  private let cache: any TimelineCache
  private let clock: any WallClock
  private let known = Mutex<[UserAction.Kind: Date]>([:])

  init(_ cache: any TimelineCache, clock: any WallClock) {
    self.cache = cache
    self.clock = clock
  }

  var kinds: Set<UserAction.Kind> {
    let now = clock.now
    return known.withLock { known in
      Set(known.filter { abs(now.timeIntervalSince($0.value)) < Self.lifetime }.keys)
    }
  }

  func load() async {
    guard let stored = try? await cache.unsupportedActions() else { return }
    known.withLock { $0.merge(stored) { max($0, $1) } }
  }

  func add(_ kind: UserAction.Kind) async {
    let now = clock.now
    let all = known.withLock { known in
      known[kind] = now
      return known
    }
    try? await cache.store(unsupportedActions: all)
  }

  /// The server has done it after all.
  func remove(_ kind: UserAction.Kind) async {
    let all: [UserAction.Kind: Date]? = known.withLock { known in
      known.removeValue(forKey: kind) == nil ? nil : known
    }
    if let all { try? await cache.store(unsupportedActions: all) }
  }
}
