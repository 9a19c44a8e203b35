import Domain

/// The words for a timeline that has no posts: how it fills, and how to add to it.
extension EmptyStateText {
  init(_ filled: EmptyReason.Filled, _ wanted: EmptyReason.Wanted) {
    let owner = wanted.owner.isEmpty ? "you" : wanted.owner
    // Other timelines have posts to add; those of a server come from it alone.
    let adds: [EmptyStateAction] = [.nextTimeline, .retry, .switchAccount, .back, .quit]
    let waits: [EmptyStateAction] = [.retry, .nextTimeline, .switchAccount, .back, .quit]
    switch filled {
    case .byNotifications:
      self.init(
        "No notifications yet",
        ["Answers, mentions, favourites, reposts and new followers of \(owner) appear here."], waits, isFailure: false)
    case .byFavourites:
      self.init(
        "No favourites yet",
        ["The posts that \(owner) has favourited appear here.", "To add one, favourite a post in another timeline."],
        adds, isFailure: false)
    case .byBookmarks:
      self.init(
        "No bookmarks yet",
        [
          "The posts that \(owner) has bookmarked appear here. No one else sees them.",
          "To add one, bookmark a post in another timeline.",
        ], adds, isFailure: false)
    case .byList:
      self.init(
        "No posts in this list yet",
        [
          "\(wanted.thing) shows the posts of the people on it.",
          "Put people on it from their pages, or wait until they post.",
        ], adds, isFailure: false)
    case .byTag:
      self.init(
        "No posts with \(wanted.thing) yet",
        [
          "\(wanted.source) knows no post with this tag.",
          "A server knows the posts of its own accounts, and of accounts that someone there follows.",
        ], waits, isFailure: false)
    case .byServer:
      self.init(
        "No posts here yet",
        ["\(wanted.thing) shows the public posts of \(wanted.source)’s own accounts.", "None of them has posted yet."],
        waits, isFailure: false)
    case .byFederation:
      self.init(
        "No posts here yet",
        [
          "\(wanted.thing) shows the public posts that \(wanted.source) knows of.",
          "These come from accounts that someone there follows.",
        ], waits, isFailure: false)
    }
  }
}

extension EmptyReason.Wanted {
  /// Whether it is of an archive that was imported.
  var isArchive: Bool { if case .imported? = origin { true } else { false } }
}
