import Domain
import PostCell

/// The messages for empty timelines: how each fills, and what to do.
extension EmptyStateText {
  init(_ kind: EmptyReason.EmptyTimelineKind, _ subject: EmptyReason.Subject) {
    let owner = subject.owner.isEmpty ? "you" : subject.owner
    // The user adds posts from other timelines.
    let nextFirst: [EmptyStateAction] = [.nextTimeline, .refresh, .switchAccount, .back, .quit]
    // Posts only come from the server.
    let refreshFirst: [EmptyStateAction] = [.refresh, .nextTimeline, .switchAccount, .back, .quit]
    switch kind {
    case .notifications:
      self.init(
        "No notifications yet",
        ["Replies, mentions, favourites, reposts and new followers of \(owner) appear here."], refreshFirst,
        isFailure: false)
    case .conversations:
      self.init(
        "No messages yet",
        [
          "Private mentions to and from \(owner) appear here, a row for each conversation."
        ],
        keys: [KeySentence(PostActionCommands.compose, "writes a post: mention people and make it private.")],
        refreshFirst, isFailure: false)
    case .favourites:
      self.init(
        "No favourites yet", ["Posts that you like appear here."],
        keys: [KeySentence(PostActionCommands.favourite, "likes the selected post in other timelines.")], nextFirst,
        isFailure: false)
    case .bookmarks:
      self.init(
        "No bookmarks yet",
        ["Only you can see your bookmarks."],
        keys: [KeySentence(PostActionCommands.bookmark, "bookmarks the selected post in other timelines.")], nextFirst,
        isFailure: false)
    case .list:
      self.init(
        "No posts in this list yet",
        [
          "\(subject.contentName) shows the posts of its members."
        ],
        keys: [KeySentence(ProfileActionCommands.list, "adds the author of the selected post to a list.")], nextFirst,
        isFailure: false)
    case .tag:
      self.init(
        "No posts with \(subject.contentName) yet",
        [
          "\(subject.source) has no posts with this hashtag.",
          "A server sees the posts of its own accounts and of accounts that its users follow.",
        ], refreshFirst, isFailure: false)
    case .quotes:
      self.init(
        "No quotes yet",
        [
          "The posts that quote this post appear here.",
          "\(subject.source) knows of none. It shows public quotes, and those that you may see.",
        ], refreshFirst, isFailure: false)
    case .local:
      self.init(
        "No posts here yet",
        [
          "\(subject.contentName) shows the public posts of accounts at \(subject.source).",
          "None of them has posted yet.",
        ],
        refreshFirst, isFailure: false)
    case .federated:
      self.init(
        "No posts here yet",
        [
          "\(subject.contentName) shows all public posts that reach \(subject.source).",
          "They come from accounts that its users follow. Follow someone on another server, and more arrive.",
        ], refreshFirst, isFailure: false)
    }
  }
}

extension EmptyReason.Subject {
  /// Whether the content comes from an imported archive.
  var isArchive: Bool { if case .imported? = origin { true } else { false } }
}
