import Domain
import FoundationEssentials
import Runtime

/// Loads pages of timelines from a server and merges them into the cache.
struct PageFetcher: Sendable {
  /// In entries. Mastodon returns at most 40 (documentation, methods/timelines).
  static let pageLength = 40
  /// In entries. No server is known to return shorter pages if there is more.
  private static let minPageLength = 15
  /// The maximum number of pages loaded downwards to reach a known entry, for servers that cannot fill gaps.
  private static let maxPages = 5
  /// The maximum number of pages to fill a new gap. Mastodon stores 800 entries of Home: 20 pages.
  private static let maxFills = 20
  /// The maximum number of consecutive pages without visible entries that one request skips.
  static let maxEmptyPages = 5
  /// The maximum number of pages loaded at a time for a gap that existed before, and for all gaps of a timeline.
  private static let (maxOldFills, maxFillsInAll) = (5, 40)

  private let dependencies: ServerTimelineRepository.Dependencies
  private let clock: any WallClock

  init(_ dependencies: ServerTimelineRepository.Dependencies, clock: any WallClock) {
    self.dependencies = dependencies
    self.clock = clock
  }

  /// Loads the newest page.
  /// - Returns: the page, and the new and changed posts.
  func fetchNewest(of query: TimelineQuery) async throws(TimelineError) -> (page: RemotePage, posts: MergedPosts) {
    // The page is as of the request, not of the response.
    let moment = clock.now
    var page = try await remotePage(of: query, at: .newest)
    if !page.canFill { page = try await extendedToKnownEntries(from: page, of: query) }
    let merged = try await merge(page, into: query, at: .newest, asOf: moment)
    return (page, merged)
  }

  /// Loads the entries above the newest cached one, in one request unless there may be more than a page.
  /// - Returns: the new and changed posts; empty if none were cached, when the newest page is loaded.
  func fetchAboveCached(of query: TimelineQuery) async throws(TimelineError) -> MergedPosts {
    let cursor = try await dependencies.withCache { cache throws(StoreError) -> RemoteCursor? in
      guard let top = try await cache.page(of: query, PageRequest(.newest, limit: 1))?.page.posts.first else {
        return nil
      }
      return try await cache.cursor(of: top.key, in: query)
    }
    guard let cursor else {
      _ = try await fetchNewest(of: query)
      return MergedPosts()
    }
    let moment = clock.now
    let page = try await remotePage(of: query, at: .above(cursor))
    guard page.canFill, page.entries.count < Self.minPageLength else {
      return try await fetchNewest(of: query).posts
    }
    guard !page.entries.isEmpty else { return MergedPosts() }
    return try await merge(
      RemotePage(entries: page.entries, isContiguous: false), into: query, at: .newest, asOf: moment)
  }

  func fetchOlder(than cursor: RemoteCursor, of query: TimelineQuery) async throws(TimelineError) {
    let moment = clock.now
    let page = try await remotePage(of: query, at: .below(cursor))
    try await merge(page, into: query, at: .older(than: cursor), asOf: moment)
  }

  /// Fills a gap from below, so that the reading position does not move. If that adds nothing, for example because the
  /// server does not return the entries right above a given one, it is filled from above.
  /// - Returns: the posts merged into the gap.
  @discardableResult
  func fill(_ gap: PageCursor, of query: TimelineQuery) async throws(TimelineError) -> MergedPosts {
    var merged = MergedPosts()
    var requested: RemotePosition?
    for _ in 0...Self.maxEmptyPages {
      guard let edges = try await edges(of: gap, in: query) else { break }
      let lower = requested == nil ? edges.lower.map(RemotePosition.above) : nil
      // Pages without visible entries are skipped. A server that ignores the cursor returns the same page again.
      guard let position = lower ?? edges.upper.map(RemotePosition.below), position != requested else { break }
      requested = position
      let date = clock.now
      let page = try await remotePage(of: query, at: position)
      let place = lower == nil ? MergePosition.fillingFromAbove(gap) : .filling(gap)
      let withdrawn = merged.withdrawn
      merged = try await merge(page, into: query, at: place, asOf: date)
      merged.withdrawn = withdrawn + merged.withdrawn
      guard merged.inserted.isEmpty else { break }
    }
    return merged
  }

  private func edges(of gap: PageCursor, in query: TimelineQuery) async throws(TimelineError) -> GapEdges? {
    try await dependencies.withCache { cache throws(StoreError) in try await cache.edges(of: gap, in: query) }
  }

  /// Loads the newest entries, fills the gap to the known ones within a limit, and some of the older gaps.
  /// - Returns: the new entries.
  func fetchAllNew(of query: TimelineQuery) async throws(TimelineError) -> [Post] {
    let before = try await gaps(in: query).count
    var posts = try await fetchNewest(of: query).posts.inserted
    // Whether loading left a new gap, the number of gaps skipped, and the number of fills of the current gap.
    var (isNew, skipped, fills) = (try await gaps(in: query).count > before, 0, 0)
    var last = Int.max
    for _ in 0..<Self.maxFillsInAll {
      let gaps = try await gaps(in: query)
      if gaps.count < last, last < .max { (isNew, fills) = (false, 0) }
      if fills == (isNew ? Self.maxFills : Self.maxOldFills) { (isNew, skipped, fills) = (false, skipped + 1, 0) }
      guard gaps.indices.contains(skipped) else { break }
      last = gaps.count
      posts += try await fill(gaps[skipped], of: query).inserted
      fills += 1
    }
    return posts
  }

  private func gaps(in query: TimelineQuery) async throws(TimelineError) -> [PageCursor] {
    try await dependencies.withCache { cache throws(StoreError) in try await cache.gaps(in: query) }
  }

  /// Extends a page down to a known entry, within a limit, for servers that cannot fill gaps later.
  private func extendedToKnownEntries(from first: RemotePage, of query: TimelineQuery) async throws(TimelineError)
    -> RemotePage
  {
    let newest = try await dependencies.withCache { cache throws(StoreError) in
      try await cache.page(of: query, PageRequest(.newest, limit: Self.pageLength))
    }
    let known = Set((newest?.page.posts ?? []).map(\.key.withoutAccount))
    guard !known.isEmpty else { return first }
    var page = first
    for _ in 1..<Self.maxPages {
      guard let older = page.older, !page.entries.contains(where: { known.contains($0.post.key.withoutAccount) })
      else { break }
      let next = try await remotePage(of: query, at: .below(older))
      page.entries += next.entries
      page.older = next.older
      page.hasOmissions = page.hasOmissions || next.hasOmissions
    }
    return page
  }

  private func remotePage(
    of query: TimelineQuery, at position: RemotePosition
  ) async throws(TimelineError) -> RemotePage {
    var page = try await dependencies.remote.page(of: query, at: position, limit: Self.pageLength)
    for index in page.entries.indices { page.entries[index].post.assign(to: dependencies.account) }
    return page
  }

  @discardableResult
  private func merge(
    _ page: RemotePage, into query: TimelineQuery, at position: MergePosition, asOf moment: Date
  ) async throws(TimelineError) -> MergedPosts {
    try await dependencies.withCache { cache throws(StoreError) in
      try await cache.merge(page, into: query, at: position, asOf: moment)
    }
  }
}

extension PostKey {
  /// The key for comparing entries of the same account.
  fileprivate var withoutAccount: PostKey {
    PostKey(id: ref.id, repostedBy: repostedBy, notification: notification)
  }
}
