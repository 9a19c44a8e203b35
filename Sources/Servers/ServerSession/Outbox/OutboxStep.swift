import Domain
import FoundationEssentials

/// The next step for an outbox entry. A lost response is the difficult case: the post may be at the server and must not
/// be published twice.
enum OutboxStep: Hashable {
  /// No request was sent.
  case send
  /// The idempotency key is still valid: the server recognizes a repeated request.
  case sendAgain
  /// The account's recent or scheduled posts show whether the server has it.
  case search
  case needsConfirmation(UnconfirmedReason)
}

extension OutboxEntry {
  /// The age in seconds from which an entry needs confirmation before it is sent.
  static let maxAge = 86_400.0
  /// In seconds. Mastodon stores idempotency keys for an hour (documentation, methods/statuses); the difference
  /// accounts for clocks that are off.
  private static let maxKeyAge = 3_000.0
  /// The time that a received post may take to appear at the server, in seconds.
  private static let settlingTime = 60.0

  func isOld(at now: Date) -> Bool { now.timeIntervalSince(sentAt) > Self.maxAge }

  func nextStep(at now: Date, keyLifetime: Double?) -> OutboxStep {
    guard let firstAttemptAt else { return isOld(at: now) ? .needsConfirmation(.tooOld) : .send }
    // An edit is idempotent.
    if case .edit = draft.purpose { return isOld(at: now) ? .needsConfirmation(.tooOld) : .sendAgain }
    let age = now.timeIntervalSince(firstAttemptAt)
    if age >= 0, age < Self.keyAge(keyLifetime) { return .sendAgain }
    return .search
  }

  /// Until when a post that was not found at the server may still appear there; nil if unknown because the clock was
  /// changed.
  func unsettledUntil(now: Date, keyLifetime: Double?) -> Date? {
    guard let firstAttemptAt else { return .distantPast }
    guard firstAttemptAt <= now else { return nil }
    return firstAttemptAt.addingTimeInterval(Self.keyAge(keyLifetime) + Self.settlingTime)
  }

  private static func keyAge(_ lifetime: Double?) -> Double { lifetime.map { min($0, maxKeyAge) } ?? 0 }
}
