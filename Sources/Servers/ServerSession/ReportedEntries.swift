import Domain
import FoundationEssentials
import Synchronization

/// The entries of an account's timelines that this process has shown or announced.
///
/// Another process with the same store may have stored an entry first, which is as new here as one that this process
/// has loaded.
final class ReportedEntries: Sendable {
  /// The number of cached entries that are examined in addition to those of this process.
  private static let pageLength = 40
  /// Per timeline.
  private static let maxKnown = 4_000

  fileprivate struct Known {
    var keys: Set<PostKey> = []
    /// The dates of the newest notification of each known group.
    var notificationDates: [PostKey: Date] = [:]
    /// Of the newest cached entries; nil if unknown.
    var digest: Int?
  }

  /// The entries of a timeline that were not reported yet.
  struct Unreported {
    /// Newest first. Groups of notifications that have received another one are among them.
    var posts: [Post] = []
    /// Whether nothing is missing between them and the reported ones, and none of them was reported before.
    var isGapless = true
    /// Whether reported entries have changed since the last call.
    var hasOtherChanges = false
  }

  private let cache: any PageCache
  private let known = Mutex<[TimelineID: Known]>([:])

  init(_ cache: any PageCache) {
    self.cache = cache
  }

  var timelines: [TimelineID] { known.withLock { Array($0.keys) } }

  /// Records the cached entries as reported, unless some are.
  func begin(_ timeline: TimelineID) async {
    guard known.withLock({ $0[timeline] == nil }), let page = await newestPage(of: timeline) else { return }
    begin(timeline, with: page.posts)
  }

  /// Records the entries of the first page as reported.
  func begin(_ timeline: TimelineID, with posts: [Post]) {
    known.withLock { known in
      if known[timeline] == nil { known[timeline] = Known(posts) }
    }
  }

  /// Marks the unreported entries of a timeline as reported: those above the reported ones in the cache, and inserted
  /// ones.
  /// - Parameters:
  ///   - inserted: entries that this process has stored, newest first.
  ///   - renamed: the new keys of reported entries.
  /// - Returns: the entries that were unreported.
  @discardableResult
  func markReported(
    in timeline: TimelineID, inserted: [Post] = [], renamed: [PostKey] = []
  ) async -> Unreported {
    let page = await newestPage(of: timeline, with: inserted.count) ?? TimelinePage(posts: inserted)
    return known.withLock { known in
      let own = Set(inserted.map(\.key))
      var entries = known[timeline] ?? Known(page.posts.filter { !own.contains($0.key) })
      entries.keys.formUnion(renamed)
      let first = page.posts.firstIndex(where: entries.contains)
      // If no entry is known, others may be missing, unless a known group has received a notification.
      let lastKnown = page.posts.lastIndex { entries.keys.contains($0.key) }
      let isWhole = page.older == nil || entries.keys.isEmpty
      let top = page.posts[..<(first ?? (isWhole ? page.posts.count : lastKnown.map { $0 + 1 } ?? 0))]
      let found = Set(top.map(\.key))
      var unreported = Unreported()
      unreported.posts = (top + inserted.filter { !found.contains($0.key) }).filter { !entries.contains($0) }
      let edges = Set(page.posts.prefix((first ?? page.posts.count) + 1).map(\.key))
      unreported.isGapless =
        (first != nil || page.older == nil) && !page.gaps.contains { edges.contains($0.lower) }
        && !unreported.posts.contains { entries.keys.contains($0.key) }
      let digest = page.posts.hashValue
      unreported.hasOtherChanges = entries.digest.map { $0 != digest } ?? true
      entries.digest = digest
      if entries.keys.count > Self.maxKnown { entries = Known(digest: digest) }
      entries.insert(page.posts + inserted)
      known[timeline] = entries
      return unreported
    }
  }

  private func newestPage(of timeline: TimelineID, with count: Int = 0) async -> TimelinePage? {
    let page = try? await cache.page(of: TimelineQuery(timeline), PageRequest(.newest, limit: Self.pageLength + count))
    return page.flatMap(\.self)?.page
  }
}

extension ReportedEntries.Unreported {
  /// The changes to broadcast.
  func changes(of timeline: TimelineID) -> [SourceChange] {
    if posts.isEmpty { return isGapless ? [] : [.outdated(timeline)] }
    return [isGapless ? .inserted(posts, in: timeline) : .outdated(timeline)]
  }
}

extension ReportedEntries.Known {
  fileprivate init(_ posts: [Post]) {
    insert(posts)
  }

  fileprivate func contains(_ post: Post) -> Bool {
    guard keys.contains(post.key) else { return false }
    guard let date = post.notification?.at, let known = notificationDates[post.key] else { return true }
    return date <= known
  }

  fileprivate mutating func insert(_ posts: [Post]) {
    for post in posts {
      keys.insert(post.key)
      if let date = post.notification?.at { notificationDates[post.key] = date }
    }
  }
}
