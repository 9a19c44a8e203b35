import FoundationEssentials

/// What has been seen of a server's timelines, kept for the next time and for when there is no server.
public protocol TimelineCache: Sendable {
  /// Whose the timelines are and which there are, as the server said last; nil where it has said nothing yet.
  func overview() async throws(StoreError) -> TimelineOverview?

  /// Whom the reader has muted or blocked stays known.
  func store(_ overview: TimelineOverview) async throws(StoreError)

  /// The reader mutes or blocks somebody, or does so no more.
  /// - Parameter change: what there is between them after that.
  func hide(
    _ person: String, since moment: Date, _ change: @escaping @Sendable (Relationship) -> Relationship
  ) async throws(StoreError)

  /// A stretch in the order of the server, with the gaps in it. Cursors, gaps and places are as `TimelineRepository` has
  /// them; `.filling` gives what now stands right above the entry below the gap.
  /// - Returns: nil where nothing has ever been stored of this timeline.
  func page(of timeline: TimelineID, at position: PagePosition, limit: Int) async throws(StoreError) -> CachedPage?

  /// Puts in what the server has answered. All of it is stored, or nothing.
  ///
  /// - At `newest`: what is not known yet goes above all. Where the page holds an entry that is known, nothing is
  ///   missing; where it does not, and the server has more, a gap stays below it. Where the server cannot fill gaps, what
  ///   stands below leaves the timeline instead.
  /// - At `older`: goes below all, where nothing else has gone there since that was asked.
  /// - At `filling`: goes right above the entry below the gap, which is closed where the page holds the entry above it,
  ///   or the server's answer held nothing at all. A notification that is known stays where it is: of a group a page tells
  ///   wherever one of its notifications stands.
  ///
  /// What is known already is brought up to date where it stands. What stands between two entries of a whole page, and is
  /// not in it, leaves the timeline: it was deleted, or its repost was taken back, or the server lists it there no more,
  /// so that its post stays known. It does not where the answer is older than what is known, where its id says that it
  /// belongs elsewhere, where the server left it out or is putting the timeline together, where the reader has written
  /// or bookmarked it, and among notifications, which groups tell of elsewhere. Where the server cannot fill gaps, what
  /// stands above the last entry of a whole page of the newest, and is not in it, leaves the timeline in any case: a
  /// bookmark that is none any more.
  /// - Returns: what was not known before, newest first, what says something else now, and what has left the timeline.
  @discardableResult
  func merge(
    _ page: RemotePage, into timeline: TimelineID, at place: MergePosition, asOf moment: Date
  ) async throws(StoreError) -> MergedPosts

  /// Posts that stand in no timeline by this: those of a thread. Those that are known are brought up to date.
  /// - Returns: those that say something else now.
  @discardableResult
  func store(_ posts: [Post]) async throws(StoreError) -> [Post]

  /// A post as it is kept; nil where it is not.
  func post(_ id: PostID) async throws(StoreError) -> Post?

  /// A post by its address; nil where it is not kept.
  func post(at address: String) async throws(StoreError) -> Post?

  /// Changes a post that is kept, wherever it stands.
  /// - Returns: as it is now; nil where it is not kept.
  @discardableResult
  func change(_ id: PostID, _ change: @escaping @Sendable (Post) -> Post) async throws(StoreError) -> Post?

  /// People that are known here whose handle or name begins so.
  func people(matching typed: String, limit: Int) async throws(StoreError) -> [Profile]

  /// Tags that are known here and begin so, without `#`: those that the reader follows, then those of posts.
  func tags(matching typed: String, limit: Int) async throws(StoreError) -> [String]

  /// How posts can be written there, as the server said last; nil where it has said nothing yet.
  func publishing() async throws(StoreError) -> CachedPublishingCapabilities?

  func store(_ publishing: CachedPublishingCapabilities) async throws(StoreError)

  /// What the server was found not to do, and when.
  func unsupportedActions() async throws(StoreError) -> [UserAction.Kind: Date]

  func store(unsupportedActions: [UserAction.Kind: Date]) async throws(StoreError)

  /// The post is gone at its server: it leaves all timelines, and stays known as deleted. Where it is the name that a
  /// server has for a repost, that entry alone goes.
  /// - Returns: the reposts that have left all timelines while their posts have not.
  @discardableResult
  func delete(_ post: PostID) async throws(StoreError) -> [PostKey]

  /// The reader passes a post on no more: that entry leaves all timelines.
  func withdrawRepost(of post: PostID) async throws(StoreError) -> WithdrawnRepost

  /// Takes notifications out: those that have been dismissed, or answered.
  func removeNotifications(
    where matches: @escaping @Sendable (PostNotification) -> Bool
  ) async throws(StoreError)

  /// The entry right below the gap, as its server pages.
  /// - Returns: nil where there is no such gap any more.
  func lowerEdge(of gap: PageCursor, in timeline: TimelineID) async throws(StoreError) -> RemoteCursor?

  /// Where something is missing, the newest first; not more of them than are filled in a while.
  func gaps(in timeline: TimelineID) async throws(StoreError) -> [PageCursor]

  /// The newest entry that a server counts as read which names a cursor as the last one: that of the cursor itself, or
  /// where it is not kept the one next below it, as far as cursors tell. nil where none is kept.
  func place(readUpTo cursor: RemoteCursor, in timeline: TimelineID) async throws(StoreError) -> Place?

  /// What the server pages an entry by; nil where it is not kept, or there is nothing to page by.
  func cursor(of entry: PostKey, in timeline: TimelineID) async throws(StoreError) -> RemoteCursor?

  /// Whether the entry of one cursor stands above that of another; nil where that cannot be seen.
  func isEntry(
    _ cursor: RemoteCursor, above other: RemoteCursor, in timeline: TimelineID
  ) async throws(StoreError) -> Bool?

  /// What is more and older than the bounds goes, a little at a time. What its owner has written, favourited or
  /// bookmarked stays.
  /// - Returns: whether there is more to do.
  @discardableResult
  func prune(to bounds: CacheBounds, now: Date) async throws(StoreError) -> Bool
}

extension TimelineCache {
  /// Where nothing is kept from one start to the next.
  public func unsupportedActions() async throws(StoreError) -> [UserAction.Kind: Date] { [:] }

  public func store(unsupportedActions: [UserAction.Kind: Date]) async throws(StoreError) {}
}

/// A stretch of a timeline that is kept, and what its server is to be asked for beyond it.
public struct CachedPage: Hashable, Sendable {
  /// `older` is set as long as the cache or the server has more.
  public var page: TimelinePage
  /// Set where the page reaches the end of what is kept and the server has more.
  public var older: RemoteCursor?
  /// When the server was asked for the newest last.
  public var asOf: Date

  public init(page: TimelinePage, older: RemoteCursor? = nil, asOf: Date) {
    self.page = page
    self.older = older
    self.asOf = asOf
  }
}

/// How posts can be written, and when the server said so.
public struct CachedPublishingCapabilities: Hashable, Sendable {
  public var capabilities: PublishingCapabilities
  public var asOf: Date

  public init(_ capabilities: PublishingCapabilities, asOf: Date) {
    self.capabilities = capabilities
    self.asOf = asOf
  }
}

/// Where in a timeline an answer belongs.
public enum MergePosition: Hashable, Sendable {
  case newest
  /// What leads to it, as `CachedPage.older` has said: where something else does by now, the page does not fit any more.
  case older(than: RemoteCursor)
  /// The gap's own cursor.
  case filling(PageCursor)
}

/// What an answer has brought.
public struct MergedPosts: Hashable, Sendable {
  public var inserted: [Post]
  public var changed: [Post]
  /// What stands in the timeline no more.
  public var withdrawn: [PostKey]

  public init(inserted: [Post] = [], changed: [Post] = [], withdrawn: [PostKey] = []) {
    self.inserted = inserted
    self.changed = changed
    self.withdrawn = withdrawn
  }
}

/// A repost that has left the timelines, and may come back.
public struct WithdrawnRepost: Sendable {
  /// What has left them.
  public var keys: [PostKey]
  /// Puts it back where it stood, in each timeline in which there is that place still.
  /// - Returns: the timelines in which it stands again.
  public var restore: @Sendable () async throws(StoreError) -> [TimelineID]

  public init(
    keys: [PostKey] = [], restore: @escaping @Sendable () async throws(StoreError) -> [TimelineID] = { [] }
  ) {
    self.keys = keys
    self.restore = restore
  }
}

/// How much is kept of each timeline.
public struct CacheBounds: Hashable, Sendable {
  public var posts: Int
  public var days: Int

  public init(posts: Int = 5_000, days: Int = 90) {
    self.posts = posts
    self.days = days
  }
}

/// The accounts of servers, as they are known here.
public protocol ServerAccountRepository: Sendable {
  /// In the order in which they were added.
  func accounts() async throws(StoreError) -> [Account]

  /// Adds it, or brings it up to date.
  func add(_ account: Account) async throws(StoreError)

  /// With all that is kept of it.
  func remove(_ account: AccountID) async throws(StoreError)

  func cache(of account: AccountID) -> any TimelineCache

  /// What is kept, to be searched.
  func search(of account: AccountID) -> any PostSearchRepository

  /// Conversations as far as they are kept.
  func threads(of account: AccountID) -> any ThreadRepository
}
