import Domain
import FoundationEssentials
import Synchronization

/// The user's recent additions to and removals from timelines of an account that the cached timelines do not show yet.
/// Those change only with responses of the server.
final class RecentAdditions: Sendable {
  private struct Change {
    var post: Post
    let addition: PostAddition
    /// Whether the user undid it.
    var isRemoval: Bool
    var at: Date

    /// A repost and its post are separate entries.
    func concerns(_ id: PostID, by addition: PostAddition) -> Bool { post.id == id && self.addition == addition }
  }

  /// In seconds. How long responses may not include an action yet (Mastodon fills Home in the background).
  private static let settlingTime = 30.0
  private static let maxCount = 200

  /// Newest first.
  private let changes = Mutex<[Change]>([])

  func add(_ post: Post, by addition: PostAddition, at moment: Date) {
    var entry = post
    entry.notification = nil
    if addition != .reposted { entry.repost = nil }
    record(Change(post: entry, addition: addition, isRemoval: false, at: moment))
  }

  /// - Returns: The entry that had been added; nil if none had.
  @discardableResult
  func remove(_ post: Post, by addition: PostAddition, at moment: Date) -> PostKey? {
    let known = changes.withLock { $0.first { $0.concerns(post.id, by: addition) && !$0.isRemoval } }
    record(Change(post: post, addition: addition, isRemoval: true, at: moment))
    return known?.post.key
  }

  private func record(_ change: Change) {
    changes.withLock { changes in
      changes.removeAll { $0.concerns(change.post.id, by: change.addition) }
      changes.insert(change, at: 0)
      if changes.count > Self.maxCount { changes.removeLast() }
    }
  }

  /// A page with the user's actions since the request for it.
  /// - Parameters:
  ///   - current: Returns the cached state of a post; nil if it is gone.
  ///   - isCached: Whether an entry is in the cached timeline, on this page or another one.
  func apply(
    to cached: CachedPage, of timeline: TimelineID, current: (PostID) async -> Post?,
    isCached: (PostKey) async -> Bool
  ) async -> TimelinePage {
    var page = cached.page
    let recent = changes.withLock { changes in
      changes.filter { cached.asOf.timeIntervalSince($0.at) < Self.settlingTime }
    }
    guard !recent.isEmpty else { return page }
    // Removed publications and reposts leave timelines by other means.
    let removed = recent.filter { $0.isRemoval && $0.addition != .published && $0.addition != .reposted }
    page.posts.removeAll { post in
      removed.contains { $0.post.id == post.id && timeline.receives($0.post, by: $0.addition) == true }
    }
    guard page.newer == nil else { return page }
    var added: [Post] = []
    for change in recent where !change.isRemoval && !page.posts.contains(where: { $0.key == change.post.key }) {
      guard timeline.receives(change.post, by: change.addition, above: page.posts) == true,
        let post = await current(change.post.id), !post.states.contains(.deleted), await !isCached(change.post.key)
      else { continue }
      added.append(change.post.updated(from: post))
    }
    page.posts.insert(contentsOf: added, at: 0)
    page.total = page.total.map { $0 + added.count }
    return page
  }
}
