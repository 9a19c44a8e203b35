import FoundationEssentials

extension Relationship {
  /// The relationship at a time: a temporary mute ends.
  public func at(_ date: Date) -> Relationship {
    guard let mutedUntil, mutedUntil <= date else { return self }
    var relationship = self
    relationship.flags.subtract([.muting, .mutingNotifications])
    relationship.mutedUntil = nil
    return relationship
  }

  /// The relationship after an action of the user.
  /// - Parameters:
  ///   - date: the time of the action; without it the end of a mute is unknown.
  ///   - requiresApproval: whether the other account approves its followers.
  public func applying(_ action: UserAction, at date: Date? = nil, requiresApproval: Bool = false) -> Relationship {
    var relationship = self
    func set(_ flag: Flag, _ isOn: Bool) {
      if isOn { relationship.flags.insert(flag) } else { relationship.flags.remove(flag) }
    }
    switch action {
    case .follow(true, _):
      guard !flags.contains(.following) else { break }
      set(requiresApproval ? .requested : .following, true)
      set(.showingReposts, true)
    case .follow(false, _):
      [.following, .requested, .showingReposts, .notifying, .endorsing].forEach { set($0, false) }
    case .mute(let terms, _):
      set(.muting, terms != nil)
      set(.mutingNotifications, terms?.hidesNotifications ?? false)
      relationship.mutedUntil = terms?.duration.flatMap { seconds in date?.addingTimeInterval(Double(seconds)) }
    case .block(let isOn, _):
      set(.blocking, isOn)
      // Blocking ends following in both directions.
      if isOn { [.following, .followedBy, .requested, .requestedBy].forEach { set($0, false) } }
    case .showReposts(let isOn, _): set(.showingReposts, isOn)
    case .notify(let isOn, _): set(.notifying, isOn)
    case .endorse(let isOn, _): set(.endorsing, isOn)
    case .note(let text, _): relationship.note = text.isEmpty ? nil : text
    case .acceptFollower(let isAccepted, _):
      set(.requestedBy, false)
      if isAccepted { set(.followedBy, true) }
    default: break
    }
    return relationship
  }
}

extension Relationship {
  /// The relationship after a change of the user.
  public func applying(_ change: UserChanges.Change, requiresApproval: Bool) -> Relationship {
    let expected = applying(change.action, at: change.at, requiresApproval: requiresApproval)
    return change.result?.keepingMute(of: expected) ?? expected
  }

  /// Keeps the known end of a mute, which servers do not report.
  public func keepingMute(of known: Relationship) -> Relationship {
    guard flags.contains(.muting), known.flags.contains(.muting), mutedUntil == nil else { return self }
    var relationship = self
    relationship.mutedUntil = known.mutedUntil
    return relationship
  }
}

extension Profile {
  /// The ID of the account in actions: the source's ID, else the handle.
  public var actionTargetID: String { id ?? handle.lowercased() }
}
