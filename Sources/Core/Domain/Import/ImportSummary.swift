/// The result of an import.
public struct ImportSummary: Sendable {
  public enum Outcome: Hashable, Sendable {
    /// The source was read to its end.
    case completed
    /// Stopped by the user; the posts read so far are stored.
    case stopped
    /// Failed; the posts read so far are stored.
    case failed(ImportFailure)
  }

  /// nil if there was nothing to import.
  public var account: Account?
  public var format: String
  /// The number of posts read.
  public var read: Int
  public var counts: ImportCounts
  public var skipped: [SkippedFile]
  public var outcome: Outcome
  /// Whether the account already had newer data, which was not changed.
  public var isOlder = false
  /// The damage that caused the previous store to be renamed and a new one to be created; nil if there was none.
  public var setAside: StoreError?

  public init(
    account: Account?, format: String, read: Int, counts: ImportCounts, skipped: [SkippedFile], outcome: Outcome
  ) {
    self.account = account
    self.format = format
    self.read = read
    self.counts = counts
    self.skipped = skipped
    self.outcome = outcome
  }
}

/// The reason that an import failed.
public enum ImportFailure: Error, Hashable, Sendable {
  case source(TimelineError)
  case store(StoreError)
}

/// The numbers of posts that an import added, updated and left unchanged.
public struct ImportCounts: Hashable, Sendable {
  public var new = 0
  /// Existing posts that have changed.
  public var updated = 0
  public var unchanged = 0

  public init(new: Int = 0, updated: Int = 0, unchanged: Int = 0) {
    self.new = new
    self.updated = updated
    self.unchanged = unchanged
  }
}

/// The reason that the store cannot be used.
public enum StoreError: Error, Hashable, Sendable {
  /// The database was damaged. It was renamed to `setAside`; nothing was deleted. `rescued` was copied from it into a
  /// new one.
  case damaged(path: String, setAside: String, rescued: RescuedContent = RescuedContent())
  /// The database was written by a newer version of Tern.
  case newer(path: String)
  /// Another Tern process is importing or deleting an account.
  case busy(path: String)
  /// The reason in the system's words: “No space left on device”.
  case unusable(path: String, reason: String)
}
