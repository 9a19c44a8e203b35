import FoundationEssentials
import Runtime

/// What a person downloaded, read from beginning to end.
public protocol ImportSource: Sendable {
  /// Blocks the calling thread. `take` gets batches in the order of the file and says whether more is wanted; after
  /// false the reading ends soon, without an error.
  func read(_ take: (ImportBatch) -> Bool) throws(TimelineError) -> ImportReport

  /// When the newest post of the owner's was made. Asked where the source does not say when it was handed out, and that
  /// matters; may take as long as reading it. Blocks the calling thread.
  /// - Returns: nil where nobody knows.
  func newestPost(stop: CancellationFlag) -> Date?
}

extension ImportSource {
  public func newestPost(stop: CancellationFlag) -> Date? { nil }
}

/// Some thousand posts of an import.
public struct ImportBatch: Sendable {
  /// Whose they are; the same in each batch of an archive. Nil where the source does not say; the account is then named
  /// for the file.
  public var owner: Profile?
  /// For people: "X archive".
  public var format: String
  public var items: [ImportItem]
  public var progress: ImportProgress
  /// When the source was handed out; the same in each batch. Nil where it does not say.
  public var asOf: Date?
  /// Whether it is an archive of which nobody can tell how old it is before all of it has been read: it does not say, and
  /// cannot be read twice.
  public var isAgeless: Bool

  public init(
    owner: Profile?, format: String, items: [ImportItem], progress: ImportProgress, asOf: Date? = nil,
    isAgeless: Bool = false
  ) {
    self.asOf = asOf
    self.isAgeless = isAgeless
    self.owner = owner
    self.format = format
    self.items = items
    self.progress = progress
  }
}

/// A post of an import, and where it goes.
public struct ImportItem: Hashable, Sendable {
  public var post: Post
  /// Empty: it stands in threads and quotes only.
  public var timelines: [TimelineID]
  /// The source knows less than the post itself, as a list of likes does: it never replaces what is stored.
  public var isSketch: Bool

  public init(post: Post, timelines: [TimelineID], isSketch: Bool = false) {
    self.post = post
    self.timelines = timelines
    self.isSketch = isSketch
  }
}

/// How far an import has come.
public struct ImportProgress: Hashable, Sendable {
  public var posts: Int
  /// From 0 to 1; nil where nobody knows how much is to come.
  public var fraction: Double?
  /// For people: the file that is being read.
  public var file: String

  public init(posts: Int, fraction: Double?, file: String) {
    self.posts = posts
    self.fraction = fraction
    self.file = file
  }
}

/// What an import has read, once it is through.
public struct ImportReport: Sendable {
  /// The final word: some archives say only at their end whose they are.
  public var owner: Profile?
  /// For people: "X archive".
  public var format: String
  /// In the order of their tabs.
  public var timelines: [TimelineID]
  /// How many posts came through.
  public var read: Int
  /// When the newest post of the owner's was made, where the source does not say when it was handed out; nil where nobody
  /// knows.
  public var newest: Date?
  /// What could not be read or is not taken.
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

/// What an import left out of one file, and why.
public struct SkippedFile: Hashable, Sendable {
  /// As in `archive.zip/data/tweets.js`.
  public var path: String
  /// How many posts; 1 where it is the file itself.
  public var count: Int
  /// For people.
  public var reason: String
  /// Where in the file the first of them is.
  public var first: FileLocation?

  public init(path: String, count: Int, reason: String, first: FileLocation?) {
    self.path = path
    self.count = count
    self.reason = reason
    self.first = first
  }
}
