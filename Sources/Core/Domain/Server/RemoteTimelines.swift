import FoundationEssentials

/// The timelines of one account at its server. It caches nothing and sends no request twice.
public protocol RemoteTimelines: Sendable {
  /// Whether the rate limit leaves requests for prefetching.
  var hasSpareRequests: Bool { get }

  /// The profile of the account and the timelines that the server offers.
  func overview() async throws(TimelineError) -> TimelineOverview

  /// A page of a timeline.
  /// - Parameter limit: the number of requested entries. A shorter page does not mean that the timeline ends there.
  /// - Throws: `unknownTimeline` if the timeline no longer exists.
  func page(
    of query: TimelineQuery, at position: RemotePosition, limit: Int
  ) async throws(TimelineError) -> RemotePage

  /// The thread of a post.
  /// - Throws: `postUnavailable` if the server does not show the post.
  func thread(of post: PostID) async throws(TimelineError) -> PostThread

  /// Live events from now on, until the task is cancelled. Ends immediately if the server has no streaming.
  func events() -> AsyncStream<RemoteEvent>

  /// The user's filters.
  /// - Returns: nil if the server has no filters.
  func filters() async throws(TimelineError) -> [ContentFilter]?
}

extension RemoteTimelines {
  public var hasSpareRequests: Bool { true }

  /// For servers without filters.
  public func filters() async throws(TimelineError) -> [ContentFilter]? { nil }
}

/// The position of a page requested from a server.
public enum RemotePosition: Hashable, Sendable {
  case newest
  /// The entries right above (newer than) the cursor's entry, without a gap between them.
  case above(RemoteCursor)
  case below(RemoteCursor)
}

/// A position for paging at a server; opaque: the ID of an entry, or a value from a response.
public struct RemoteCursor: Hashable, Sendable {
  public let rawValue: String

  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}

/// A page of a timeline in the server's order.
public struct RemotePage: Hashable, Sendable {
  public var entries: [RemoteEntry]
  /// The cursor of the next older page; nil if none.
  public var older: RemoteCursor?
  /// Whether the server can return the entries right above a given one. If not, a gap can only be filled by paging down
  /// from the newest entry.
  public var canFill: Bool
  /// Whether the server is regenerating the timeline, so that more entries will follow soon.
  public var isRegenerating: Bool
  /// The number of posts in the response that could not be read.
  public var skipped: Int
  /// Whether the response had entries that are not in `entries`: hidden by filters, or unreadable. Only a page without
  /// any entries in the response means that the timeline ends.
  public var hasOmissions: Bool
  /// The cursors of the omitted entries that have one.
  public var omitted: Set<RemoteCursor> = []
  /// Whether nothing but omitted entries is missing between the entries. Not so for entries from a stream.
  public var isContiguous: Bool

  public init(
    entries: [RemoteEntry] = [], older: RemoteCursor? = nil, canFill: Bool = true, isRegenerating: Bool = false,
    skipped: Int = 0, hasOmissions: Bool = false, isContiguous: Bool = true
  ) {
    self.entries = entries
    self.older = older
    self.canFill = canFill
    self.isRegenerating = isRegenerating
    self.skipped = skipped
    self.hasOmissions = hasOmissions
    self.isContiguous = isContiguous
  }
}

/// An entry of a timeline at its server.
public struct RemoteEntry: Hashable, Sendable {
  /// The position for paging. For a repost it is not the ID of the post.
  public var cursor: RemoteCursor
  public var post: Post

  public init(cursor: RemoteCursor, post: Post) {
    self.cursor = cursor
    self.post = post
  }
}

/// A live event from a server.
public enum RemoteEvent: Hashable, Sendable {
  case connected
  /// The connection was lost and may come back. Events in between are not sent later.
  case lost(TimelineError)
  case inserted(RemoteEntry, in: TimelineID)
  case changed(Post)
  case deleted(PostID)
  /// The user's filters have changed, so cached entries may have to be hidden or shown.
  case filtersChanged
}
