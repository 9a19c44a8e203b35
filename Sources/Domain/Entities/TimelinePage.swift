import FoundationEssentials

/// Names a place in a timeline to the source that gave it; opaque to everyone else.
public struct PageCursor: Hashable, Sendable {
  public let rawValue: String

  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}

/// Where in a timeline a page is wanted.
public enum PagePosition: Hashable, Sendable {
  case newest
  case oldest
  /// The page that ends just before (above, newer than) the cursor's entry.
  case newer(than: PageCursor)
  /// The page that begins just after (below, older than) the cursor's entry.
  case older(than: PageCursor)
  /// The page around an entry; where it is gone, around its date; where that is unknown too, the newest.
  case around(PostKey, Date?)
  /// The page around the entry nearest to a date; where no date is known, the newest.
  case nearest(Date)
  /// What is missing right above the gap's lower entry. What is still missing above that the page's `gaps` say.
  case filling(TimelineGap)
}

/// Entries between two that are held, which the source has and does not hold, or has not given.
public struct TimelineGap: Hashable, Sendable {
  /// Names it to the source that gave it.
  public var cursor: PageCursor
  /// The entry right below it; in a page that fills a gap, the first one of the page.
  public var lower: PostKey
  /// Between which moments it lies, where that is known.
  public var newest: Date?
  public var oldest: Date?
  /// How many entries are missing, where the source knows.
  public var count: Int?

  public init(cursor: PageCursor, lower: PostKey, newest: Date? = nil, oldest: Date? = nil, count: Int? = nil) {
    self.cursor = cursor
    self.lower = lower
    self.newest = newest
    self.oldest = oldest
    self.count = count
  }
}

/// A stretch of a timeline, newest first, each entry once.
public struct TimelinePage: Hashable, Sendable {
  public var posts: [Post]
  /// What is missing between them, from the newest on.
  public var gaps: [TimelineGap]
  /// Leads to what is newer; nil where this page holds the newest.
  public var newer: PageCursor?
  /// Leads to what is older; nil where this page holds the oldest.
  public var older: PageCursor?
  /// Entries in the whole timeline, where the source knows.
  public var total: Int?
  /// How many entries stand above the first of this page, where the source knows.
  public var offset: Int?
  /// What the source could not read.
  public var skipped: SkippedPosts?
  /// How far the source had come with reading when it gave this page, in which case `older` is always set; nil where it
  /// reads no more.
  public var reading: LoadingProgress?
  /// Whether the source has more than it knows, because somebody stopped its reading.
  public var isCutShort: Bool
  /// When its server was asked for the newest last; nil where the source is what it is.
  public var asOf: Date?
  /// Whether the server is putting the timeline together anew: more will be there soon.
  public var isRegenerating: Bool

  public init(
    posts: [Post] = [], gaps: [TimelineGap] = [], newer: PageCursor? = nil, older: PageCursor? = nil, total: Int? = nil,
    offset: Int? = nil,
    skipped: SkippedPosts? = nil, reading: LoadingProgress? = nil, isCutShort: Bool = false, asOf: Date? = nil,
    isRegenerating: Bool = false
  ) {
    self.posts = posts
    self.gaps = gaps
    self.newer = newer
    self.older = older
    self.total = total
    self.offset = offset
    self.skipped = skipped
    self.reading = reading
    self.isCutShort = isCutShort
    self.asOf = asOf
    self.isRegenerating = isRegenerating
  }

  /// Whether it holds all that its source knows.
  var isWhole: Bool { newer == nil && older == nil && gaps.isEmpty }
}

/// Posts of a file that could not be read; the others are shown.
public struct SkippedPosts: Hashable, Sendable {
  public var count: Int
  public var first: FileLocation
  /// Whether the file ends where it cannot end: nobody knows how many posts came after that.
  public var isCutOff: Bool

  public init(count: Int, first: FileLocation, isCutOff: Bool = false) {
    self.count = count
    self.first = first
    self.isCutOff = isCutOff
  }
}

/// A place in a file, and what is wrong there.
public struct FileLocation: Hashable, Sendable {
  public var path: String
  /// From 1.
  public var line: Int
  /// From 1, in bytes.
  public var column: Int
  /// What should have stood there, as a noun phrase: “a comma or ]”.
  public var expected: String

  public init(path: String, line: Int, column: Int, expected: String) {
    self.path = path
    self.line = line
    self.column = column
    self.expected = expected
  }
}

/// How far a source has come with reading what it holds.
public struct LoadingProgress: Hashable, Sendable {
  /// How many posts have been read.
  public var posts: Int
  /// From 0 to 1; nil where the size is not known: a pipe.
  public var fraction: Double?

  public init(posts: Int, fraction: Double? = nil) {
    self.posts = posts
    self.fraction = fraction
  }
}
