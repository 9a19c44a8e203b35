import FoundationEssentials
import Runtime

/// A downloaded archive or file that can be read from beginning to end.
public protocol ImportSource: Sendable {
  /// Reads the source and blocks the calling thread.
  /// - Parameter take: receives batches in the order of the file. If it returns false, reading soon ends without an
  ///   error.
  func read(_ take: (ImportBatch) -> Bool) throws(TimelineError) -> ImportReport

  /// The date of the owner's newest post, for sources without an export date. May take as long as reading the source,
  /// and blocks the calling thread.
  /// - Returns: nil if unknown.
  func newestPost(stop: CancellationFlag) -> Date?
}

extension ImportSource {
  public func newestPost(stop: CancellationFlag) -> Date? { nil }
}

/// Some thousand posts of an import.
public struct ImportBatch: Sendable {
  /// The owner, the same in each batch of an archive. nil if unknown; the account is then named after the file.
  public var owner: Profile?
  /// For messages: "X archive".
  public var format: String
  public var items: [ImportItem]
  public var progress: ImportProgress
  /// When the archive was exported, the same in each batch; nil if unknown.
  public var asOf: Date?
  /// Whether the age of the archive is unknown until all of it was read: it has no export date and cannot be read
  /// twice.
  public var hasUnknownAge: Bool

  public init(
    owner: Profile?, format: String, items: [ImportItem], progress: ImportProgress, asOf: Date? = nil,
    hasUnknownAge: Bool = false
  ) {
    self.asOf = asOf
    self.hasUnknownAge = hasUnknownAge
    self.owner = owner
    self.format = format
    self.items = items
    self.progress = progress
  }
}

/// A post of an import, and its timelines.
public struct ImportItem: Hashable, Sendable {
  public var post: Post
  /// Empty if the post only appears in threads and quotes.
  public var timelines: [TimelineID]
  /// Whether the post lacks details, as in a list of likes. It never replaces a stored post.
  public var isIncomplete: Bool

  public init(post: Post, timelines: [TimelineID], isIncomplete: Bool = false) {
    self.post = post
    self.timelines = timelines
    self.isIncomplete = isIncomplete
  }
}

public struct ImportProgress: Hashable, Sendable {
  public var posts: Int
  /// From 0 to 1; nil if the size is unknown.
  public var fraction: Double?
  /// The file being read, for messages.
  public var file: String

  public init(posts: Int, fraction: Double?, file: String) {
    self.posts = posts
    self.fraction = fraction
    self.file = file
  }
}

/// The result of reading an import to its end.
public struct ImportReport: Sendable {
  /// The owner. Final: some archives name their owner only at the end.
  public var owner: Profile?
  /// For messages: "X archive".
  public var format: String
  /// In the order of the tabs.
  public var timelines: [TimelineID]
  /// The number of posts read.
  public var read: Int
  /// The date of the owner's newest post, if the source has no export date; nil if unknown.
  public var newest: Date?
  /// The parts that could not be read or are not supported.
  public var skipped: [SkippedFile]

  public init(
    owner: Profile?, format: String, timelines: [TimelineID], read: Int, skipped: [SkippedFile], newest: Date? = nil
  ) {
    self.newest = newest
    self.owner = owner
    self.format = format
    self.timelines = timelines
    self.read = read
    self.skipped = skipped
  }
}

/// The part of a file that an import skipped, and the reason.
public struct SkippedFile: Hashable, Sendable {
  /// A path such as `archive.zip/data/tweets.js`.
  public var path: String
  /// The number of skipped posts; 1 if the whole file was skipped.
  public var count: Int
  /// For messages.
  public var reason: String
  /// The position of the first skipped post.
  public var first: FileLocation?

  public init(path: String, count: Int, reason: String, first: FileLocation?) {
    self.path = path
    self.count = count
    self.reason = reason
    self.first = first
  }
}
