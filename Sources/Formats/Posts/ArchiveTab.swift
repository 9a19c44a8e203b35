import Domain

/// The tabs of an archive.
enum ArchiveTab {
  static let posts = Formats.tabOfPosts
  static let replies = TimelineKind("Replies")
  static let reposts = TimelineKind("Reposts")
  static let media = TimelineKind("Media")
  static let likes = TimelineKind("Likes")
  static let bookmarks = TimelineKind("Bookmarks")

  /// In their order.
  static let all = [posts, replies, reposts, media, likes, bookmarks]
}
