/// The tabs of an archive.
package enum ArchiveTab {
  package static let posts = TimelineID(name: "Posts")
  package static let replies = TimelineID(name: "Replies")
  package static let reposts = TimelineID(name: "Reposts")
  package static let media = TimelineID(name: "Media")
  package static let likes = TimelineID(name: "Likes")
  package static let bookmarks = TimelineID(name: "Bookmarks")

  /// In their order.
  package static let all = [posts, replies, reposts, media, likes, bookmarks]

  /// Those of which the source says that all posts are written or reposted by its owner.
  package static let ownersAlone: Set = [posts, replies, reposts, media]

  /// Those whose posts are other people's, or stand in another tab as well.
  package static let further = [media, likes, bookmarks]
}
