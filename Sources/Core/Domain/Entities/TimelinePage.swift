import FoundationEssentials

/// A position in a timeline; opaque to all but the source that returned it.
public struct PageCursor: Hashable, Sendable {
  public let rawValue: String

  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}

/// The position of a requested page.
public enum PagePosition: Hashable, Sendable {
  case newest
  case oldest
  /// The page that ends just above (newer than) the cursor's entry.
  case newer(than: PageCursor)
  /// The page that begins just below (older than) the cursor's entry.
  case older(than: PageCursor)
  /// The page around an entry; around its date if the entry no longer exists; the newest page if that is nil.
  case around(PostKey, Date?)
  /// The page around the entry nearest to a date; the newest page if no entry has a date.
  case nearest(Date)
  /// The entries right above the gap's lower entry. The page's `gaps` tell what is still missing above them.
  case filling(TimelineGap)
}

/// Missing entries between two loaded ones.
public struct TimelineGap: Hashable, Sendable {
  /// Identifies the gap to the source that returned it.
  public var cursor: PageCursor
  /// The entry right below the gap. In a page that fills a gap it is the first entry of that page.
  public var lower: PostKey
  /// The dates of the entries on both sides, if known.
  public var newest: Date?
  public var oldest: Date?
  /// The number of missing entries, if known.
  public var count: Int?

  public init(cursor: PageCursor, lower: PostKey, newest: Date? = nil, oldest: Date? = nil, count: Int? = nil) {
    self.cursor = cursor
    self.lower = lower
    self.newest = newest
    self.oldest = oldest
    self.count = count
  }
}

/// A page of a timeline, newest first, without duplicates.
public struct TimelinePage: Hashable, Sendable {
  public var posts: [Post]
  /// The gaps between the posts, newest first.
  public var gaps: [TimelineGap]
  /// The cursor of the next newer page; nil if this page has the newest entry.
  public var newer: PageCursor?
  /// The cursor of the next older page; nil if this page has the oldest entry.
  public var older: PageCursor?
  /// The number of entries in the timeline, if known.
  public var total: Int?
  /// The number of entries above this page, if known.
  public var offset: Int?
  /// The newest entry that `offset` counts: changes of the timeline may report it only later. nil if this page has the
  /// newest entry, or the source does not tell.
  public var newest: EntryPosition?
  /// The posts that could not be read.
  public var skipped: SkippedPosts?
  /// The progress of the source when it returned this page; `older` is then always set. nil if the source is not
  /// loading.
  public var loading: LoadingProgress?
  /// Whether the source has more entries because loading was stopped.
  public var isTruncated: Bool
  /// When the newest entries were last requested from the server; nil if there is no server.
  public var asOf: Date?
  /// Whether the server is regenerating the timeline, so that more entries will follow soon.
  public var isRegenerating: Bool

  public init(
    posts: [Post] = [], gaps: [TimelineGap] = [], newer: PageCursor? = nil, older: PageCursor? = nil, total: Int? = nil,
    offset: Int? = nil, newest: EntryPosition? = nil,
    skipped: SkippedPosts? = nil, loading: LoadingProgress? = nil, isTruncated: Bool = false, asOf: Date? = nil,
    isRegenerating: Bool = false
  ) {
    self.posts = posts
    self.gaps = gaps
    self.newer = newer
    self.older = older
    self.total = total
    self.offset = offset
    self.newest = newest
    self.skipped = skipped
    self.loading = loading
    self.isTruncated = isTruncated
    self.asOf = asOf
    self.isRegenerating = isRegenerating
  }

  /// Whether the page is the whole timeline.
  var isComplete: Bool { newer == nil && older == nil && gaps.isEmpty }
}

/// Posts of a file that could not be read.
public struct SkippedPosts: Hashable, Sendable {
  public var count: Int
  public var first: FileLocation
  /// Whether the file is truncated, so that the number of missing posts is unknown.
  public var isCutOff: Bool

  public init(count: Int, first: FileLocation, isCutOff: Bool = false) {
    self.count = count
    self.first = first
    self.isCutOff = isCutOff
  }
}

/// A position in a file, and what was expected there.
public struct FileLocation: Hashable, Sendable {
  public var path: String
  /// 1-based.
  public var line: Int
  /// 1-based, in bytes.
  public var column: Int
  /// The syntax expected there, as a noun phrase: “a comma or ]”.
  public var expected: String

  public init(path: String, line: Int, column: Int, expected: String) {
    self.path = path
    self.line = line
    self.column = column
    self.expected = expected
  }
}

/// The progress of a source that is loading.
public struct LoadingProgress: Hashable, Sendable {
  /// The number of posts read so far.
  public var posts: Int
  /// From 0 to 1; nil if the size is unknown, as for a pipe.
  public var fraction: Double?

  public init(posts: Int, fraction: Double? = nil) {
    self.posts = posts
    self.fraction = fraction
  }
}
