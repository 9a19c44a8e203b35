import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// How posts can be written at a server: as it said last, asked again once a day. Most of that changes rarely; who may
/// read a post by default is a setting of the account, which its owner may change elsewhere.
final class PublishingLimitsCache: Sendable {
  /// In seconds.
  private static let maxAge = 86_400.0
  /// Where somebody is about to write, how the account is set is asked for again after so many seconds.
  private static let settingsAge = 300.0
  /// A server that did not say is not asked again before that, in seconds.
  private static let patience = 60.0

  private let parts: ServerPublishing.Parts
  private let clock: any WallClock
  private let questions = RequestCoalescer<Bool, PublishingCapabilities>()
  private let askedAt = Mutex<Date?>(nil)
  /// What was said last, for where nothing is kept.
  private let heard = Mutex<CachedPublishingCapabilities?>(nil)

  init(_ parts: ServerPublishing.Parts, clock: any WallClock) {
    self.parts = parts
    self.clock = clock
  }

  /// Waits for nobody; where what is known is old, the server is asked meanwhile.
  func known() async -> PublishingCapabilities {
    let kept = await kept
    if kept.map({ abs(clock.now.timeIntervalSince($0.asOf)) > Self.maxAge }) ?? true, mayAsk() {
      clock.start { _ = try? await self.ask() }
    }
    return kept?.capabilities ?? PublishingCapabilities()
  }

  /// As the server said, whenever that was; it is asked where it has never said.
  func certain() async throws(TimelineError) -> PublishingCapabilities {
    if let kept = await kept { return kept.capabilities }
    return try await ask()
  }

  /// As `certain`, and asked again where it is old; what was said before where that fails.
  func current() async throws(TimelineError) -> PublishingCapabilities {
    let kept = await kept
    if let kept, abs(clock.now.timeIntervalSince(kept.asOf)) <= Self.settingsAge { return kept.capabilities }
    do throws(TimelineError) {
      return try await ask()
    } catch {
      guard let kept else { throw error }
      return kept.capabilities
    }
  }

  /// Something has turned out differently than was said.
  func askAgain() async { _ = try? await ask() }

  private var kept: CachedPublishingCapabilities? {
    get async { (try? await parts.cache.publishing()).flatMap(\.self) ?? heard.withLock { $0 } }
  }

  private func mayAsk() -> Bool {
    let now = clock.now
    return askedAt.withLock { askedAt in
      if let last = askedAt, abs(now.timeIntervalSince(last)) < Self.patience { return false }
      askedAt = now
      return true
    }
  }

  private func ask() async throws(TimelineError) -> PublishingCapabilities {
    try await questions.answer(to: true) { [self] () throws(TimelineError) in
      let capabilities = try await parts.remote.publishingCapabilities()
      let said = CachedPublishingCapabilities(capabilities, asOf: clock.now)
      heard.withLock { $0 = said }
      try? await parts.cache.store(said)
      return capabilities
    }
  }
}
