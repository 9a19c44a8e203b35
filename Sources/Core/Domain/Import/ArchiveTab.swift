package enum ArchiveTab {
  package static let posts = TimelineID(name: "Posts")
  package static let replies = TimelineID(name: "Replies")
  package static let reposts = TimelineID(name: "Reposts")
  package static let media = TimelineID(name: "Media")
  package static let likes = TimelineID(name: "Likes")
  package static let bookmarks = TimelineID(name: "Bookmarks")

  /// In the order of the tabs.
  package static let all = [posts, replies, reposts, media, likes, bookmarks]

  /// The tabs whose posts are all written or reposted by the owner.
  package static let authoredByOwner: Set = [posts, replies, reposts, media]

  /// The tabs whose posts are by others, or are in another tab as well.
  package static let secondary = [media, likes, bookmarks]
}
