import FoundationEssentials

/// The timelines of one account as its server gives them. Nothing is kept, and nothing is asked twice by itself.
public protocol RemoteTimelines: Sendable {
  /// Whether the server allows so many questions that some may be for what nobody has asked for.
  var hasRoom: Bool { get }

  /// Whose they are and which there are: what the server does not offer is not among them.
  /// - Throws: why the server does not say.
  func overview() async throws(TimelineError) -> TimelineOverview

  /// - Parameter limit: how many entries are wanted; a server may give fewer without being at the end.
  /// - Throws: why the server has no answer; `unknownTimeline` where it has no such timeline any more.
  func page(
    of timeline: TimelineID, at position: RemotePosition, limit: Int
  ) async throws(TimelineError) -> RemotePage

  /// A post with what stands above and below it.
  /// - Throws: `postUnavailable` where the server does not show the post; else why it has no answer.
  func thread(of post: PostID) async throws(TimelineError) -> PostThread

  /// What happens from now on, for as long as somebody listens; ends at once where the server tells nobody.
  func events() -> AsyncStream<RemoteEvent>

  /// The user's filters.
  /// - Returns: nil where the server does not say.
  /// - Throws: why the server has no answer.
  func filters() async throws(TimelineError) -> [ContentFilter]?
}

extension RemoteTimelines {
  public var hasRoom: Bool { true }

  /// For sources without filters.
  public func filters() async throws(TimelineError) -> [ContentFilter]? { nil }
}

/// Where in a server's timeline a page is wanted.
public enum RemotePosition: Hashable, Sendable {
  case newest
  /// The entries right above (newer than) one; nothing is left out between them.
  case above(RemoteCursor)
  case below(RemoteCursor)
}

/// What a server pages by; opaque: the id of an entry, or what its answer has named.
public struct RemoteCursor: Hashable, Sendable {
  public let rawValue: String

  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}

/// A stretch of a timeline as its server gives it, in the server's order.
public struct RemotePage: Hashable, Sendable {
  public var entries: [RemoteEntry]
  /// Leads to what is older; nil where the server has no more.
  public var older: RemoteCursor?
  /// Whether the server can be asked for what stands right above an entry of this timeline. Where it cannot, what is
  /// missing between two entries is only found by going down from the newest.
  public var canFill: Bool
  /// Whether the server is putting the timeline together anew, so that more will be there soon.
  public var isRegenerating: Bool
  /// How many posts of the answer could not be read.
  public var skipped: Int
  /// Whether the answer held entries that are not among these: those that the reader's filters hide, and those that could
  /// not be read. One without any says something of the timeline's end, one of hidden ones does not.
  public var leavesOut: Bool
  /// What leads to those that were left out, as far as they have something that does.
  public var leftOut: Set<RemoteCursor> = []
  /// Whether nothing is missing between the entries but those. Those that a stream has told of are news alone.
  public var isWhole: Bool
  /// Leads to what is newer than all that the answer held, shown or not; nil where it held nothing.
  public var newer: RemoteCursor?

  public init(
    entries: [RemoteEntry] = [], older: RemoteCursor? = nil, canFill: Bool = true, isRegenerating: Bool = false,
    skipped: Int = 0, leavesOut: Bool = false, isWhole: Bool = true, newer: RemoteCursor? = nil
  ) {
    self.entries = entries
    self.older = older
    self.canFill = canFill
    self.isRegenerating = isRegenerating
    self.skipped = skipped
    self.leavesOut = leavesOut
    self.isWhole = isWhole
    self.newer = newer
  }
}

/// An entry of a server's timeline.
public struct RemoteEntry: Hashable, Sendable {
  /// What the server pages by: where a post was reposted, that is not the id of the post.
  public var cursor: RemoteCursor
  public var post: Post

  public init(cursor: RemoteCursor, post: Post) {
    self.cursor = cursor
    self.post = post
  }
}

/// What a server tells by itself.
public enum RemoteEvent: Hashable, Sendable {
  case connected
  /// The connection is gone, and may come back; what happens meanwhile is not told afterwards.
  case lost(TimelineError)
  case inserted(RemoteEntry, in: TimelineID)
  case changed(Post)
  case deleted(PostID)
  /// The account's filters have changed: what is held may have to be hidden, or shown again.
  case filtersChanged
}
