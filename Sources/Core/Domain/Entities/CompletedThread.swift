/// A thread, completed by posts that only the author's server had.
public struct CompletedThread: Hashable, Sendable {
  public var thread: PostThread
  /// The host of the author's server.
  public var host: String
  /// The posts that were added.
  public var added: Set<PostID>
  /// The number of posts that the account's server could not fetch.
  public var unavailable: Int
  /// The number of posts that were not requested yet.
  public var remaining: Int
  /// The reason that fetching ended early; nil if it did not.
  public var failure: TimelineError?

  public init(
    thread: PostThread, host: String, added: Set<PostID> = [], unavailable: Int = 0, remaining: Int = 0,
    failure: TimelineError? = nil
  ) {
    self.thread = thread
    self.host = host
    self.added = added
    self.unavailable = unavailable
    self.remaining = remaining
    self.failure = failure
  }
}

/// The posts of a thread as a server shows them to everyone.
public struct PublicThread: Hashable, Sendable {
  public struct Entry: Hashable, Sendable {
    /// The ActivityPub ID.
    public var uri: String
    /// The URL of its web page; nil if unknown.
    public var url: String?

    public init(uri: String, url: String? = nil) {
      self.uri = uri
      self.url = url
    }
  }

  public var host: String
  /// The first post of the thread first.
  public var ancestors: [Entry]
  /// A reply follows the post that it replies to.
  public var descendants: [Entry]

  public init(host: String, ancestors: [Entry] = [], descendants: [Entry] = []) {
    self.host = host
    self.ancestors = ancestors
    self.descendants = descendants
  }
}
