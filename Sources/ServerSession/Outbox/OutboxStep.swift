import Domain
import FoundationEssentials

/// What is to be done next about a post on its way. A lost answer is the difficult one: the post may be at the server, and
/// must not get there twice.
enum OutboxStep: Hashable {
  /// No request has left with it.
  case send
  /// The server knows by the key whether it has it.
  case sendAgain
  /// Whether it is among what the account has written says whether the server has it.
  case look
  case ask(UnconfirmedReason)
}

extension OutboxEntry {
  /// What is older asks before it goes out, in seconds.
  static let maxAge = 86_400.0
  /// Mastodon keeps keys for an hour (documentation, methods/statuses); its clock and ours differ, in seconds.
  private static let maxKeyAge = 3_000.0
  /// What a server has got may take so long to be seen there, in seconds.
  private static let settlingTime = 60.0

  func isOld(at now: Date) -> Bool { now.timeIntervalSince(sentAt) > Self.maxAge }

  func nextStep(at now: Date, keyLifetime: Double?) -> OutboxStep {
    guard let firstTriedAt else { return isOld(at: now) ? .ask(.isOld) : .send }
    // To say the same thing of a post twice is to say it once.
    if case .edit = draft.purpose { return isOld(at: now) ? .ask(.isOld) : .sendAgain }
    let age = now.timeIntervalSince(firstTriedAt)
    if age >= 0, age < Self.keyAge(keyLifetime) { return .sendAgain }
    // It is listed nowhere until it is published.
    if draft.publishAt != nil { return .ask(.mayHaveBeenSent) }
    return .look
  }

  /// Until when a post that is not seen at the server may still come to be seen; nil where nobody knows, because the clock
  /// has been set.
  func unsettledUntil(now: Date, keyLifetime: Double?) -> Date? {
    guard let firstTriedAt else { return .distantPast }
    guard firstTriedAt <= now else { return nil }
    return firstTriedAt.addingTimeInterval(Self.keyAge(keyLifetime) + Self.settlingTime)
  }

  private static func keyAge(_ lifetime: Double?) -> Double { lifetime.map { min($0, maxKeyAge) } ?? 0 }
}
