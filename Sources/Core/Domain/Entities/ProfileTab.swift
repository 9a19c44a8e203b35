/// The tabs of a profile screen: which of the account's posts are listed.
public enum ProfileTab: String, Hashable, Sendable, CaseIterable {
  /// Posts and reposts, without replies to other accounts.
  case posts
  case withReplies
  case media

  public var title: String {
    switch self {
    case .posts: "Posts"
    case .withReplies: "Posts and replies"
    case .media: "Media"
    }
  }
}
