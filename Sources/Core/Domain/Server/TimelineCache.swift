import FoundationEssentials

/// The cached timelines of an account at a server.
public protocol TimelineCache: Sendable {
  /// The profile and timelines as the server last returned them; nil if it never has.
  /// - Throws: `StoreError` if the cache cannot be read.
  func overview() async throws(StoreError) -> TimelineOverview?

  /// Stores an overview, but keeps the stored list of muted and blocked accounts.
  /// - Throws: `StoreError` if it cannot be stored.
  func store(_ overview: TimelineOverview) async throws(StoreError)

  /// Changes the stored relationship with an account that the user mutes, unmutes, blocks or unblocks.
  /// - Parameters:
  ///   - account: the account's ID.
  ///   - moment: when it was muted or blocked.
  ///   - change: returns the new relationship.
  /// - Throws: `StoreError` if it cannot be stored.
  func updateRelationship(
    with account: String, since moment: Date, _ change: @escaping @Sendable (Relationship) -> Relationship
  ) async throws(StoreError)

  /// A page in the server's order, with its gaps. Cursors, gaps and positions work as in `TimelineRepository`;
  /// `.filling` returns the cached entries right above the entry below the gap.
  /// The freshness has no effect.
  /// - Returns: nil if nothing of this timeline was ever stored.
  /// - Throws: `StoreError` if the cache cannot be read.
  func page(of timeline: TimelineID, _ request: PageRequest) async throws(StoreError) -> CachedPage?

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
  /// - Throws: `StoreError` if nothing could be stored.
  @discardableResult
  func merge(
    _ page: RemotePage, into timeline: TimelineID, at position: MergePosition, asOf moment: Date
  ) async throws(StoreError) -> MergedPosts

  /// Stores posts without adding them to a timeline: those of a thread. Known posts are updated.
  /// - Returns: the changed posts.
  /// - Throws: `StoreError` if they cannot be stored.
  @discardableResult
  func store(_ posts: [Post]) async throws(StoreError) -> [Post]

  /// A cached post; nil if it is not cached.
  /// - Throws: `StoreError` if the cache cannot be read.
  func post(_ id: PostID) async throws(StoreError) -> Post?

  /// A cached post by its URL; nil if it is not cached.
  /// - Throws: `StoreError` if the cache cannot be read.
  func post(at address: String) async throws(StoreError) -> Post?

  /// Changes a cached post in all timelines.
  /// - Returns: the changed post; nil if it is not cached.
  /// - Throws: `StoreError` if it cannot be stored.
  @discardableResult
  func update(_ id: PostID, _ change: @escaping @Sendable (Post) -> Post) async throws(StoreError) -> Post?

  /// Cached profiles whose handle or name starts with a text.
  /// - Throws: `StoreError` if the cache cannot be read.
  func profiles(matching typed: String, limit: Int) async throws(StoreError) -> [Profile]

  /// Known hashtags that start with a text, without `#`: followed ones, then those of cached posts.
  /// - Throws: `StoreError` if the cache cannot be read.
  func tags(matching typed: String, limit: Int) async throws(StoreError) -> [String]

  /// The publishing capabilities that the server last returned; nil if it never has.
  /// - Throws: `StoreError` if the cache cannot be read.
  func publishingCapabilities() async throws(StoreError) -> CachedPublishingCapabilities?

  /// Stores the publishing capabilities.
  /// - Throws: `StoreError` if they cannot be stored.
  func store(_ publishing: CachedPublishingCapabilities) async throws(StoreError)

  /// The actions that the server has rejected as unsupported, with the date of the last rejection.
  /// - Throws: `StoreError` if the cache cannot be read.
  func unsupportedActions() async throws(StoreError) -> [UserAction.Kind: Date]

  /// Stores the unsupported actions.
  /// - Throws: `StoreError` if they cannot be stored.
  func store(unsupportedActions: [UserAction.Kind: Date]) async throws(StoreError)

  /// The scheduled posts that the server last listed; nil if it never has.
  /// - Throws: `StoreError` if the cache cannot be read.
  func scheduledPosts() async throws(StoreError) -> ScheduledPostList?

  /// Stores the scheduled posts.
  /// - Throws: `StoreError` if they cannot be stored.
  func store(_ scheduled: ScheduledPostList) async throws(StoreError)

  /// Removes a deleted post from all timelines and marks it as deleted. If the ID is that of a repost, only the entries
  /// of that repost are removed.
  /// - Returns: the removed reposts; empty if the post itself was deleted.
  /// - Throws: `StoreError` if it cannot be stored.
  @discardableResult
  func delete(_ post: PostID) async throws(StoreError) -> [PostKey]

  /// Removes the user's own repost of a post from all timelines.
  /// - Throws: `StoreError` if it cannot be stored.
  func withdrawRepost(of post: PostID) async throws(StoreError) -> WithdrawnRepost

  /// Removes notifications that were dismissed, follow requests that were accepted or rejected, and conversations.
  /// - Throws: `StoreError` if they cannot be removed.
  func removeNotifications(
    from timeline: TimelineID, where matches: @escaping @Sendable (PostNotification) -> Bool
  ) async throws(StoreError)

  /// Marks a conversation read.
  /// - Parameter id: the server's ID.
  /// - Throws: `StoreError` if the cache cannot be changed.
  func markConversationRead(_ id: String) async throws(StoreError)

  /// Where the entries of a gap can be requested.
  /// - Returns: nil if the gap no longer exists.
  /// - Throws: `StoreError` if the cache cannot be read.
  func edges(of gap: PageCursor, in timeline: TimelineID) async throws(StoreError) -> GapEdges?

  /// The gaps of a timeline, newest first. If there are very many, only the newest are returned.
  /// - Throws: `StoreError` if the cache cannot be read.
  func gaps(in timeline: TimelineID) async throws(StoreError) -> [PageCursor]

  /// The newest read entry according to a server's read marker: the entry with this cursor or, if it is not cached, the
  /// next one below. nil if neither is cached.
  /// - Throws: `StoreError` if the cache cannot be read.
  func position(readUpTo cursor: RemoteCursor, in timeline: TimelineID) async throws(StoreError) -> EntryPosition?

  /// The cursor of an entry; nil if it is not cached or has none.
  /// - Throws: `StoreError` if the cache cannot be read.
  func cursor(of entry: PostKey, in timeline: TimelineID) async throws(StoreError) -> RemoteCursor?

  /// Whether the entry of one cursor is above that of another; nil if unknown.
  /// - Throws: `StoreError` if the cache cannot be read.
  func isEntry(
    _ cursor: RemoteCursor, above other: RemoteCursor, in timeline: TimelineID
  ) async throws(StoreError) -> Bool?

  /// Deletes some of the entries beyond the bounds. Posts that the user has written, liked or bookmarked stay.
  /// - Returns: whether there is more to delete.
  /// - Throws: `StoreError` if they cannot be deleted.
  @discardableResult
  func prune(to bounds: CacheBounds, now: Date) async throws(StoreError) -> Bool
}

extension TimelineCache {
  /// The default for caches in memory.
  /// - Throws: nothing; an implementation may throw `StoreError`.
  public func unsupportedActions() async throws(StoreError) -> [UserAction.Kind: Date] { [:] }

  /// - Throws: nothing; an implementation may throw `StoreError`.
  public func store(unsupportedActions: [UserAction.Kind: Date]) async throws(StoreError) {}

  /// The default for caches in memory.
  /// - Throws: nothing; an implementation may throw `StoreError`.
  public func scheduledPosts() async throws(StoreError) -> ScheduledPostList? { nil }

  /// - Throws: nothing; an implementation may throw `StoreError`.
  public func store(_ scheduled: ScheduledPostList) async throws(StoreError) {}
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

/// Publishing capabilities, and when the server returned them.
public struct CachedPublishingCapabilities: Hashable, Sendable {
  public var capabilities: PublishingCapabilities
  public var asOf: Date

  public init(_ capabilities: PublishingCapabilities, asOf: Date) {
    self.capabilities = capabilities
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

/// A removed repost, which can be restored.
public struct WithdrawnRepost: Sendable {
  /// The removed entries.
  public var keys: [PostKey]
  /// Restores the entries at their former positions, in each timeline that still has them.
  /// - Returns: the timelines that have an entry again.
  /// - Throws: `StoreError` if they cannot be restored.
  public var restore: @Sendable () async throws(StoreError) -> [TimelineID]

  public init(
    keys: [PostKey] = [], restore: @escaping @Sendable () async throws(StoreError) -> [TimelineID] = { [] }
  ) {
    self.keys = keys
    self.restore = restore
  }
}

/// How much of each timeline is cached.
public struct CacheBounds: Hashable, Sendable {
  public var posts: Int
  public var days: Int

  public init(posts: Int = 5_000, days: Int = 90) {
    self.posts = posts
    self.days = days
  }
}

/// The stored accounts of servers.
public protocol ServerAccountRepository: Sendable {
  /// In the order in which they were added.
  /// - Throws: `StoreError` if the store cannot be read.
  func accounts() async throws(StoreError) -> [Account]

  /// Adds an account, or updates it.
  /// - Throws: `StoreError` if it cannot be stored.
  func add(_ account: Account) async throws(StoreError)

  /// Removes an account and all its data.
  /// - Throws: `StoreError` if it cannot be removed.
  func remove(_ account: AccountID) async throws(StoreError)

  /// The servers that are read without an account and have cached posts.
  /// - Throws: `StoreError` if the store cannot be read.
  func publicServers() async throws(StoreError) -> [AccountID]

  func cache(of account: AccountID) -> any TimelineCache

  /// Searches the cached posts.
  func search(of account: AccountID) -> any PostSearchRepository

  /// The cached threads.
  func threads(of account: AccountID) -> any ThreadRepository
}

extension ServerAccountRepository {
  /// For repositories without such servers.
  /// - Throws: nothing; an implementation may throw `StoreError`.
  public func publicServers() async throws(StoreError) -> [AccountID] { [] }
}
