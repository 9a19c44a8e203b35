/// A tab of a profile.
public enum ProfileTab: String, Hashable, Sendable, CaseIterable {
  /// Posts and reposts, without replies to other accounts.
  case posts
  case withReplies
  case media

  /// The title of the tab.
  public var title: String {
    switch self {
    case .posts: "Posts"
    case .withReplies: "Posts and replies"
    case .media: "Media"
    }
  }
}
