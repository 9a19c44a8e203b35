import Domain

extension UserAction {
  /// What was done, for a notice and where it can be taken back: “favourite”.
  var words: String {
    switch self {
    case .favourite(let isOn, _): isOn ? "favourite" : "favourite taken back"
    case .repost(let isOn, _, _): isOn ? "repost" : "repost taken back"
    case .bookmark(let isOn, _): isOn ? "bookmark" : "bookmark removed"
    case .pin(let isOn, _): isOn ? "pinned to your profile" : "no longer pinned"
    case .muteThread(let isOn, _): isOn ? "conversation muted" : "conversation no longer muted"
    case .vote: "vote"
    case .delete: "deleted"
    case .follow(let isOn, _): isOn ? "follow" : "follow taken back"
    case .mute(let terms, _): terms == nil ? "no longer muted" : "muted"
    case .block(let isOn, _): isOn ? "blocked" : "no longer blocked"
    case .showReposts(let isOn, _): isOn ? "reposts shown" : "reposts hidden"
    case .acceptFollower(let isOn, _): isOn ? "follower accepted" : "follower refused"
    case .addToList(let isOn, _, _): isOn ? "added to the list" : "taken off the list"
    case .followTag(let isOn, let tag): isOn ? "#\(tag) followed" : "#\(tag) no longer followed"
    case .dismiss: "notification dismissed"
    case .report: "report"
    }
  }

  /// What is said to whoever wants it taken back, where nothing takes it back; nil where something does.
  var finality: String? {
    switch self {
    case .delete: "A deleted post cannot be brought back."
    case .vote: "A vote cannot be taken back."
    case .acceptFollower(true, _): "They follow you: block them to end that."
    case .acceptFollower(false, _): "A request that was refused cannot be brought back."
    case .dismiss: "A dismissed notification cannot be brought back."
    case .report: "A report cannot be taken back."
    default: nil
    }
  }
}
