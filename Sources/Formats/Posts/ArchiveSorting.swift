import Domain

/// Where the posts of an archive's file belong.
package enum ArchiveSorting {
  /// All in one timeline: the file is opened by itself.
  case none
  /// In Posts, Replies and Reposts.
  case byKind
  case all(TimelineID)

  /// - Parameters:
  ///   - isReply: to someone else. An answer to oneself goes on with one's own post and stands beside it, as on the
  ///     profiles of X and Mastodon.
  func tab(isRepost: @autoclosure () -> Bool, isReply: @autoclosure () -> Bool) -> TimelineID? {
    switch self {
    case .none: nil
    case .all(let tab): tab
    case .byKind: isRepost() ? ArchiveTab.reposts : isReply() ? ArchiveTab.replies : ArchiveTab.posts
    }
  }
}

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
