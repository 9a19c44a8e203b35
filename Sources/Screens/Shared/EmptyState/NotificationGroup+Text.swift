import Domain

extension NotificationGroup {
  /// The group in a few words, as a plural.
  public var title: String {
    switch self {
    case .mentions: "mentions"
    case .follows: "follows"
    case .reactions: "likes and reposts"
    case .others: "other notifications"
    }
  }

  /// The group in a word, for the bottom line.
  public var hint: String {
    switch self {
    case .mentions: "mentions"
    case .follows: "follows"
    case .reactions: "likes"
    case .others: "others"
    }
  }

  /// The limitation of the timeline, as the end of a sentence.
  var explanation: String {
    switch self {
    case .mentions: "only mentions and quotes are shown."
    case .follows: "only new followers and follow requests are shown."
    case .reactions: "only likes, reposts and reactions are shown."
    case .others: "only polls, edits, new posts and messages of moderators are shown."
    }
  }
}

extension Int {
  /// “12 notifications of other kinds are hidden.”; nothing for 0.
  var hiddenNotifications: [String] {
    switch self {
    case 0: []
    case 1: ["1 notification of another kind is hidden."]
    default: ["\(LoadingProgress.grouped(self)) notifications of other kinds are hidden."]
    }
  }
}
