/// A group of notification kinds, to which the notifications of an account can be limited. Each kind is in one group.
public enum NotificationGroup: String, Hashable, Sendable, CaseIterable {
  /// Mentions and quotes of the user.
  case mentions
  /// New followers, follow requests and removed connections.
  case follows
  /// Likes, reposts and emoji reactions.
  case reactions
  /// Polls, edits, posts of accounts that the user is notified of, and messages of moderators.
  case others

  public init(_ kind: PostNotification.Kind) {
    self =
      switch kind {
      case .mention, .quote: .mentions
      case .follow, .followRequest, .severedRelationships: .follows
      case .favourite, .repost, .reaction: .reactions
      case .post, .pollEnded, .edit, .quotedPostEdited, .moderationWarning, .signUp, .report, .conversation, .other:
        .others
      }
  }

  /// Whether an entry of a timeline belongs to the group. Entries that are not a notification belong to each.
  public func includes(_ entry: Post) -> Bool { entry.notification.map { Self($0.kind) == self } ?? true }
}

extension NotificationGroup? {
  /// The group after this one, in the order of the cases; nil (all notifications) follows the last.
  public var next: NotificationGroup? {
    let groups = NotificationGroup.allCases
    guard let self, let index = groups.firstIndex(of: self) else { return groups.first }
    return groups.indices.contains(index + 1) ? groups[index + 1] : nil
  }
}
