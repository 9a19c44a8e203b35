import FoundationEssentials

/// The cached pages of an account's timelines.
public protocol PageCache: Sendable {
  /// A page in the server's order, with its gaps. Cursors, gaps and positions work as in `TimelineRepository`;
  /// `.filling` returns the cached entries right above the entry below the gap.
  /// The freshness has no effect.
  /// - Returns: nil if nothing of this timeline was ever stored.
  func page(of query: TimelineQuery, _ request: PageRequest) async throws(StoreError) -> CachedPage?

  /// Merges a page of the server into a timeline, in one transaction.
  ///
  /// Position of the page:
  ///
  /// | position | new entries go | gap |
  /// |---|---|---|
  /// | `newest` | between known entries as the page lists them, else above all | below the page, unless it reaches a known entry or the server has no more |
  /// | `older` | below all others, unless others were added there since the request | none |
  /// | `filling` | right above the entry below the gap; the page is ignored if it does not list that entry | closed if the page reaches the entry above it |
  /// | `fillingFromAbove` | right below the entry above the gap | closed if the page reaches an entry below it, or the server has no more |
  ///
  /// 1. Known entries are updated. They move if the page lists them with another cursor or in another order, unless the
  ///    position is `older` or the response is older than the cache. While filling, a known notification never moves,
  ///    as a group is returned wherever one of its notifications is.
  /// 2. If the server cannot fill gaps, entries below a `newest` page that does not reach them are removed instead of
  ///    leaving a gap.
  /// 3. A known entry that lies between two entries of a contiguous page, but is not in the page, is removed from the
  ///    timeline: it was deleted, its repost was undone, or the server no longer lists it. Its post stays cached.
  /// 4. Rule 3 does not apply to notifications, nor if the response is older than the cache, if the entry's ID belongs
  ///    to another position, if the server or a filter omitted it, if the server is regenerating the timeline, or if
  ///    the user has written or bookmarked it.
  /// 5. If the server cannot fill gaps, all entries above the last one of a contiguous `newest` page that are not in it
  ///    are removed, such as a removed bookmark.
  /// - Returns: new entries, newest first, changed posts, and the entries removed by rule 3.
  @discardableResult
  func merge(
    _ page: RemotePage, into query: TimelineQuery, at position: MergePosition, asOf date: Date
  ) async throws(StoreError) -> MergedPosts

  /// Where the entries of a gap can be requested.
  /// - Returns: nil if the gap no longer exists.
  func edges(of gap: PageCursor, in query: TimelineQuery) async throws(StoreError) -> GapEdges?

  /// The gaps of a timeline, newest first. If there are very many, only the newest are returned.
  func gaps(in query: TimelineQuery) async throws(StoreError) -> [PageCursor]

  /// The newest read entry according to a server's read marker: the entry with this cursor or, if it is not cached, the
  /// next one below. nil if neither is cached.
  func position(readUpTo cursor: RemoteCursor, in query: TimelineQuery) async throws(StoreError) -> EntryPosition?

  /// The cursor of an entry; nil if it is not cached or has none.
  func cursor(of entry: PostKey, in query: TimelineQuery) async throws(StoreError) -> RemoteCursor?

  /// Whether the entry of one cursor is above that of another; nil if unknown.
  func isEntry(
    _ cursor: RemoteCursor, above other: RemoteCursor, in query: TimelineQuery
  ) async throws(StoreError) -> Bool?

  /// Deletes some of the entries beyond the bounds. Posts that the user has written, liked or bookmarked stay.
  /// - Returns: whether there is more to delete.
  @discardableResult
  func prune(to bounds: CacheBounds, now: Date) async throws(StoreError) -> Bool
}

/// A cached page of a timeline, and how to continue beyond the cache.
public struct CachedPage: Hashable, Sendable {
  /// `older` is set as long as the cache or the server has more.
  public var page: TimelinePage
  /// Set if the page reaches the end of the cache and the server has more.
  public var older: RemoteCursor?
  /// When the newest entries were last requested.
  public var asOf: Date

  public init(page: TimelinePage, older: RemoteCursor? = nil, asOf: Date) {
    self.page = page
    self.older = older
    self.asOf = asOf
  }
}

/// The position of a response in its timeline.
public enum MergePosition: Hashable, Sendable {
  case newest
  /// The cursor of the request, as in `CachedPage.older`. The page is ignored if the timeline has another one by now.
  case older(than: RemoteCursor)
  /// The gap's own cursor. The page was requested with `GapEdges.lower`.
  case filling(PageCursor)
  /// The gap's own cursor. The page was requested with `GapEdges.upper`.
  case fillingFromAbove(PageCursor)
}

/// The cursors with which the entries of a gap are requested.
public struct GapEdges: Hashable, Sendable {
  /// The entry below the lower edge, so that a page above it lists the edge itself: proof that the server returns the
  /// entries right above a given one. nil if that entry is not cached.
  public var lower: RemoteCursor?
  /// Where the server continues below the upper edge; nil if unknown.
  public var upper: RemoteCursor?

  public init(lower: RemoteCursor?, upper: RemoteCursor?) {
    self.lower = lower
    self.upper = upper
  }
}

/// The changes made by merging a page.
public struct MergedPosts: Hashable, Sendable {
  public var inserted: [Post]
  public var changed: [Post]
  /// Entries that the server no longer lists.
  public var withdrawn: [PostKey]
  /// The new keys of known notifications whose group the server names otherwise than before.
  public var renamed: [PostKey]

  public init(
    inserted: [Post] = [], changed: [Post] = [], withdrawn: [PostKey] = [], renamed: [PostKey] = []
  ) {
    self.inserted = inserted
    self.changed = changed
    self.withdrawn = withdrawn
    self.renamed = renamed
  }
}

/// The maximum number of posts, and their maximum age in days, in the cache of each timeline.
public struct CacheBounds: Hashable, Sendable {
  public var posts: Int
  public var days: Int

  public init(posts: Int = 5_000, days: Int = 90) {
    self.posts = posts
    self.days = days
  }
}
