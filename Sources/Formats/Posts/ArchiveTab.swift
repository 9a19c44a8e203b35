import Domain

/// The tabs of an archive.
package enum ArchiveTab {
  package static let posts = FileFormat.tabOfPosts
  package static let replies = TimelineKind("Replies")
  package static let reposts = TimelineKind("Reposts")
  package static let media = TimelineKind("Media")
  package static let likes = TimelineKind("Likes")
  package static let bookmarks = TimelineKind("Bookmarks")

  /// In their order.
  package static let all = [posts, replies, reposts, media, likes, bookmarks]
}
