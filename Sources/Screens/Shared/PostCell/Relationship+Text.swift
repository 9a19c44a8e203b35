import Domain
import FoundationEssentials

extension Relationship {
  /// The relationship in phrases, the most important first: “follows you”, “you follow them”.
  public func phrases(at now: Date) -> [String] {
    var flags = flags
    if let mutedUntil, mutedUntil <= now { flags.remove(.muting) }
    let until = mutedUntil.map { " until \(LocalTime.minute($0))" } ?? ""
    let muted = flags.contains(.mutingNotifications) ? "muted\(until)" : "muted\(until), notifications kept"
    let phrases: [(Relationship.Flag, String)] = [
      (.followedBy, "follows you"), (.following, "you follow them"), (.requestedBy, "wants to follow you"),
      (.requested, "follow request sent"), (.notifying, "post notifications on"),
      (.muting, muted), (.blocking, "blocked"), (.blockingServer, "their server is blocked"),
      (.blockedBy, "blocks you"), (.endorsing, "featured on your profile"),
    ]
    let hidden = flags.contains(.following) && !flags.contains(.showingReposts) ? ["reposts hidden"] : []
    return phrases.filter { flags.contains($0.0) }.map(\.1) + hidden
  }
}
