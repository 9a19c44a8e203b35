extension Relationship {
  /// What there is between the reader and somebody once the reader has done something.
  public func applying(_ action: ReaderAction) -> Relationship {
    var relationship = self
    func set(_ tie: Tie, _ isOn: Bool) {
      if isOn { relationship.ties.insert(tie) } else { relationship.ties.remove(tie) }
    }
    switch action {
    // Whether they have to agree first, their server says.
    case .follow(let isOn, _): isOn ? set(.following, true) : [.following, .requested].forEach { set($0, false) }
    case .mute(let terms, _):
      set(.muting, terms != nil)
      set(.mutingNotifications, terms?.hidesNotifications ?? false)
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
