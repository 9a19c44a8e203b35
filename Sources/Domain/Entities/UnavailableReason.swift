/// Why a post that another one speaks of cannot be shown.
public enum UnavailableReason: String, Hashable, Sendable, CaseIterable {
  /// Deleted by its author or its server.
  case deleted
  /// Its author and the reader, or the source, keep it apart.
  case blocked
  /// Its author has not agreed yet, or has said no, or has taken it back.
  case pending, rejected, revoked
  /// The reader may not see it.
  case unauthorized
  /// Its author has cut the tie.
  case detached
  /// The source names it and does not hold it.
  case notInSource

  /// The reason as the end of a sentence about a post.
  public var clause: String {
    switch self {
    case .deleted: "has been deleted"
    case .blocked: "is blocked"
    case .pending: "waits for its author’s consent"
    case .rejected: "is not shared by its author"
    case .revoked: "is no longer shared by its author"
    case .unauthorized: "may not be shown to this account"
    case .detached: "has been detached by its author"
    case .notInSource: "is not in this source"
    }
  }
}
