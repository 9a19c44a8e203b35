import FoundationEssentials

extension Relationship {
  /// What is left of it at a moment: who was muted until then is muted no longer.
  public func at(_ moment: Date) -> Relationship {
    guard let mutedUntil, mutedUntil <= moment else { return self }
    var relationship = self
    relationship.ties.subtract([.muting, .mutingNotifications])
    relationship.mutedUntil = nil
    return relationship
  }

  /// What there is between the reader and somebody once the reader has done something.
  /// - Parameters:
  ///   - moment: when; without it nobody knows until when somebody is muted.
  ///   - asksFirst: whether they choose who follows them.
  public func applying(_ action: UserAction, at moment: Date? = nil, asksFirst: Bool = false) -> Relationship {
    var relationship = self
    func set(_ tie: Tie, _ isOn: Bool) {
      if isOn { relationship.ties.insert(tie) } else { relationship.ties.remove(tie) }
    }
    switch action {
    case .follow(true, _):
      guard !ties.contains(.following) else { break }
      set(asksFirst ? .requested : .following, true)
      set(.showingReposts, true)
    case .follow(false, _): [.following, .requested, .notifying].forEach { set($0, false) }
    case .mute(let terms, _):
      set(.muting, terms != nil)
      set(.mutingNotifications, terms?.hidesNotifications ?? false)
      relationship.mutedUntil = terms?.duration.flatMap { seconds in moment?.addingTimeInterval(Double(seconds)) }
    case .block(let isOn, _):
      set(.blocking, isOn)
      // Whoever blocks somebody follows them no more, and is followed no more.
      if isOn { [.following, .followedBy, .requested, .requestedBy].forEach { set($0, false) } }
    case .showReposts(let isOn, _): set(.showingReposts, isOn)
    case .acceptFollower(let isAccepted, _):
      set(.requestedBy, false)
      if isAccepted { set(.followedBy, true) }
    default: break
    }
    return relationship
  }
}

extension Profile {
  /// By what a source knows whom something is done to: its id for them, or their handle where it has none.
  public var actingID: String { id ?? handle.lowercased() }
}
