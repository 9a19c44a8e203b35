import Domain

/// The tabs of an archive.
package enum ArchiveTab {
  package static let posts = FileFormat.tabOfPosts
  package static let replies = TimelineID(name: "Replies")
  package static let reposts = TimelineID(name: "Reposts")
  package static let media = TimelineID(name: "Media")
  package static let likes = TimelineID(name: "Likes")
  package static let bookmarks = TimelineID(name: "Bookmarks")

  /// In their order.
  package static let all = [posts, replies, reposts, media, likes, bookmarks]
}
