import Domain

extension LocalDomains {
  /// A copy of a post for display in an account: the handles of its server have no domain.
  public func shortened(_ post: Post) -> Post {
    guard !isEmpty else { return post }
    var post = post
    post.author = post.author.map(shortened)
    if var repost = post.repost {
      repost.by = repost.by.map(shortened)
      post.repost = repost
    }
    if let author = post.replyToAuthor { post.replyToAuthor = shortened(author) }
    if var notification = post.notification {
      notification.profiles = notification.profiles.map(shortened)
      post.notification = notification
    }
    if case .shown(let quoted)? = post.quote { post.quote = .shown(shortened(quoted)) }
    return post
  }

  /// A copy of a profile for display. A handle that stands for a missing name is shortened, too.
  public func shortened(_ profile: Profile) -> Profile {
    var shown = profile
    shown.handle = shortened(profile.handle)
    if profile.name == profile.handle { shown.name = shown.handle }
    return shown
  }
}
