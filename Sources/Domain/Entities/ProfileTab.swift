/// What is shown of somebody's posts.
public enum ProfileTab: String, Hashable, Sendable, CaseIterable {
  /// What they have written and reposted, without their answers to others.
  case posts
  case withReplies
  case media

  /// For people: what its tab shows.
  public var title: String {
    switch self {
    case .posts: "Posts"
    case .withReplies: "Posts and replies"
    case .media: "Media"
    }
  }
}
