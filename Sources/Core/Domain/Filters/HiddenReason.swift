/// The reason that an entry is not shown in a timeline.
public enum HiddenReason: Hashable, Sendable {
  /// The user has dismissed the notification, answered the request, or removed the conversation.
  case dismissed
  /// It is a notification of another group than the chosen one. It stays unread.
  case otherGroup
  /// A filter of the user hides it; the filter's title, or an empty string.
  case filter(String)
  /// Its account or server is muted or blocked, or the reposts of its account are hidden.
  case relationship
  /// The user hides its kind in the timeline.
  case kind(EntryKind)
  /// It is a repost, by another account, of a post that the user wrote or reposted.
  case repostOfOwnPost
}

extension Post {
  /// `filter` if a filter of the user hides this entry; nil otherwise.
  public var filterReason: HiddenReason? { isHiddenByFilter ? .filter(filter ?? "") : nil }
}
