import Domain
import FoundationEssentials
import Synchronization

/// The user's recent additions to and removals from timelines that the cached ones do not show yet. The cached ones
/// change only with responses of the server.
final class RecentAdditions: Sendable {
  private struct Addition {
    var post: Post
    let addition: PostAddition
    var at: Date
  }

  private let changes: UserChanges
  /// The user's recently published posts.
  private let published = Mutex<[Addition]>([])

  init(_ changes: UserChanges) {
    self.changes = changes
  }

  func addPublished(_ post: Post, at date: Date) {
    published.withLock { published in
      published.removeAll { date.timeIntervalSince($0.at) >= UserChanges.settlingTime }
      published.append(Addition(post: post, addition: .published, at: date))
    }
  }

  /// A page with the user's actions since the request for it.
  /// - Parameters:
  ///   - user: the profile of the account, for reposts.
  ///   - current: returns the cached state of a post; nil if it is not cached.
  ///   - isCached: whether an entry is in the cached timeline, on this page or another one.
  func apply(
    to cached: CachedPage, of timeline: TimelineID, user: () async -> Profile, current: (PostID) async -> Post?,
    isCached: (PostKey) async -> Bool
  ) async -> TimelinePage {
    var page = cached.page
    var added = published.withLock { published in
      published.filter { cached.asOf.timeIntervalSince($0.at) < UserChanges.settlingTime }
    }
    for change in changes.all where !change.isSettled(at: cached.asOf) {
      guard let id = change.action.post, let addition = change.action.addition ?? change.action.removal else {
        continue
      }
      added.removeAll { $0.post.id == id && $0.addition == addition }
      if change.action.addition != nil {
        added.append(Addition(post: Post(id: id), addition: addition, at: change.at))
      } else if addition != .reposted, timeline.receives(Post(id: id), by: addition) == true {
        // Removed reposts leave timelines by other means.
        page.posts.removeAll { $0.id == id }
      }
    }
    guard page.newer == nil, !added.isEmpty else { return page }
    var entries: [Post] = []
    for addition in added.reversed().sorted(by: { $0.at > $1.at }) {
      // Only these depend on the post.
      guard
        [.published, .reposted].contains(addition.addition)
          || timeline.receives(addition.post, by: addition.addition) == true,
        var post = await current(addition.post.id), !post.states.contains(.deleted)
      else { continue }
      (post.notification, post.repost) = (nil, nil)
      if addition.addition == .reposted { post.repost = Repost(by: await user(), at: addition.at) }
      guard timeline.receives(post, by: addition.addition, above: page.posts) == true,
        !page.posts.contains(where: { $0.key == post.key }), await !isCached(post.key)
      else { continue }
      entries.append(post)
    }
    page.posts.insert(contentsOf: entries, at: 0)
    page.total = page.total.map { $0 + entries.count }
    return page
  }
}
