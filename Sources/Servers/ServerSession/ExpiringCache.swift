import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// Responses of a server, cached for five minutes. Concurrent requests for the same key are made once.
final class ExpiringCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    let value: Value
    let at: Date
  }

  /// In seconds.
  private let maxAge = 300.0
  private let maxCount = 200
  private let clock: any WallClock
  private let requests = RequestCoalescer<Key, Value>()
  private let entries = Mutex<[Key: Entry]>([:])

  init(clock: any WallClock) {
    self.clock = clock
  }

  /// The cached value, or a loaded one.
  /// - Throws: the error of `load`. A cached value then stays cached.
  func value(
    for key: Key, _ freshness: Freshness, _ load: @escaping @Sendable () async throws(TimelineError) -> Value
  ) async throws(TimelineError) -> Value {
    if freshness == .cached, let recent = recent(key) { return recent }
    let value = try await requests.response(for: key, load)
    store(value, for: key)
    return value
  }

  /// Stores a value for another key as well.
  func store(_ value: Value, for key: Key) {
    let new = Entry(value: value, at: clock.now)
    entries.withLock { entries in
      if entries.count >= maxCount { entries = [:] }
      entries[key] = new
    }
  }

  /// Changes all cached values.
  func updateAll(_ change: (Value) -> Value) {
    entries.withLock { entries in entries = entries.mapValues { Entry(value: change($0.value), at: $0.at) } }
  }

  private func recent(_ key: Key) -> Value? {
    guard let known = entries.withLock({ $0[key] }) else { return nil }
    return abs(clock.now.timeIntervalSince(known.at)) < maxAge ? known.value : nil
  }
}
