import Domain
import FoundationEssentials
import Synchronization

/// What the user has added to timelines of an account, or taken out of them, and the kept timelines do not show yet: a
/// kept timeline changes only with an answer of its server.
final class RecentAdditions: Sendable {
  private struct Change {
    var post: Post
    let addition: PostAddition
    /// Whether the user took it back.
    var isRemoval: Bool
    var at: Date

    /// A repost and its post are two entries.
    func isAbout(_ id: PostID, by addition: PostAddition) -> Bool { post.id == id && self.addition == addition }
  }

  /// In seconds: a server may answer for so long as it did before the action (Mastodon fills Home in the background).
  private static let settlingTime = 30.0
  private static let maxCount = 200

  /// The latest first.
  private let changes = Mutex<[Change]>([])

  func add(_ post: Post, by addition: PostAddition, at moment: Date) {
    var entry = post
    entry.notification = nil
    if addition != .reposted { entry.repost = nil }
    note(Change(post: entry, addition: addition, isRemoval: false, at: moment))
  }

  /// - Returns: the entry that had been added; nil if none had.
  @discardableResult
  func remove(_ post: Post, by addition: PostAddition, at moment: Date) -> PostKey? {
    let known = changes.withLock { $0.first { $0.isAbout(post.id, by: addition) && !$0.isRemoval } }
    note(Change(post: post, addition: addition, isRemoval: true, at: moment))
    return known?.post.key
  }

  private func note(_ change: Change) {
    changes.withLock { changes in
      changes.removeAll { $0.isAbout(change.post.id, by: change.addition) }
      changes.insert(change, at: 0)
      if changes.count > Self.maxCount { changes.removeLast() }
    }
  }

  /// A page as it is with what the user has done since its server was asked for it.
  /// - Parameter current: looks a post up as it is kept; nil if it is gone.
  func apply(
    to kept: CachedPage, of timeline: TimelineID, current: (PostID) async -> Post?
  ) async -> TimelinePage {
    var page = kept.page
    let recent = changes.withLock { changes in
      changes.filter { kept.asOf.timeIntervalSince($0.at) < Self.settlingTime }
    }
    guard !recent.isEmpty else { return page }
    // What was taken back of these leaves a timeline by other means.
    let removed = recent.filter { $0.isRemoval && $0.addition != .published && $0.addition != .reposted }
    page.posts.removeAll { post in
      removed.contains { $0.post.id == post.id && timeline.gains($0.post, by: $0.addition) == true }
    }
    guard page.newer == nil else { return page }
    var added: [Post] = []
    for change in recent where !change.isRemoval && !page.posts.contains(where: { $0.key == change.post.key }) {
      guard timeline.gains(change.post, by: change.addition, above: page.posts) == true,
        let post = await current(change.post.id), !post.states.contains(.deleted)
      else { continue }
      added.append(change.post.updated(from: post))
    }
    page.posts.insert(contentsOf: added, at: 0)
    page.total = page.total.map { $0 + added.count }
    return page
  }
}
