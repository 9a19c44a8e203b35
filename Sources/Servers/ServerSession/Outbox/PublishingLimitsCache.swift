import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// The publishing capabilities of a server: cached, and reloaded once a day. Most of them change rarely; the default
/// visibility is a setting of the account and may change elsewhere.
final class PublishingLimitsCache: Sendable {
  /// In seconds.
  private static let maxAge = 86_400.0
  /// The age in seconds from which account settings are reloaded when the user writes or sends.
  private static let settingsAge = 10.0
  /// The minimum delay between two requests, in seconds.
  private static let retryInterval = 60.0

  private let dependencies: ServerPublishing.Dependencies
  private let clock: any WallClock
  private let requests = RequestCoalescer<Bool, PublishingCapabilities>()
  private let requestedAt = Mutex<Date?>(nil)
  /// The last response, if nothing is cached.
  private let lastLoaded = Mutex<CachedPublishingCapabilities?>(nil)

  init(_ dependencies: ServerPublishing.Dependencies, clock: any WallClock) {
    self.dependencies = dependencies
    self.clock = clock
  }

  /// The cached capabilities, or defaults. Does not wait; outdated ones are reloaded in the background.
  func cachedOrDefault() async -> PublishingCapabilities {
    let cached = await cached
    reloadInBackground(unlessCurrent: cached)
    return cached?.capabilities ?? PublishingCapabilities()
  }

  /// The cached capabilities, or loaded ones if none are cached. Outdated ones are reloaded in the background.
  func cachedOrLoaded() async throws(TimelineError) -> PublishingCapabilities {
    guard let cached = await cached else { return try await load() }
    reloadInBackground(unlessCurrent: cached)
    return cached.capabilities
  }

  private func reloadInBackground(unlessCurrent cached: CachedPublishingCapabilities?) {
    if let cached, abs(clock.now.timeIntervalSince(cached.asOf)) <= Self.maxAge { return }
    guard mayRequest() else { return }
    clock.start { _ = try? await self.load() }
  }

  /// The capabilities, reloaded if older than ten seconds.
  func currentCapabilities() async throws(TimelineError) -> PublishingCapabilities {
    if let cached = await cached, abs(clock.now.timeIntervalSince(cached.asOf)) <= Self.settingsAge {
      return cached.capabilities
    }
    return try await load()
  }

  /// The capabilities, reloaded if older than ten seconds; the cached ones if that fails.
  func currentOrCachedCapabilities() async throws(TimelineError) -> PublishingCapabilities {
    do throws(TimelineError) {
      return try await currentCapabilities()
    } catch {
      guard let cached = await cached else { throw error }
      return cached.capabilities
    }
  }

  /// Reloads the capabilities after the server has behaved differently.
  func reload() async { _ = try? await load() }

  private var cached: CachedPublishingCapabilities? {
    get async {
      (try? await dependencies.cache?.publishingCapabilities()).flatMap(\.self) ?? lastLoaded.withLock { $0 }
    }
  }

  private func mayRequest() -> Bool {
    let now = clock.now
    return requestedAt.withLock { requestedAt in
      if let last = requestedAt, abs(now.timeIntervalSince(last)) < Self.retryInterval { return false }
      requestedAt = now
      return true
    }
  }

  private func load() async throws(TimelineError) -> PublishingCapabilities {
    try await requests.response(for: true) { [self] () throws(TimelineError) in
      let capabilities = try await dependencies.remote.publishingCapabilities()
      let response = CachedPublishingCapabilities(capabilities, asOf: clock.now)
      try? await dependencies.cache?.store(response)
      lastLoaded.withLock { $0 = response }
      return capabilities
    }
  }
}
