/// What an import has come to.
public struct ImportSummary: Sendable {
  public enum End: Hashable, Sendable {
    /// All of it has been read.
    case whole
    /// Somebody stopped it; what had been read by then is there.
    case stopped
    /// What had been read by then is there.
    case failed(ImportFailure)
  }

  /// nil where there was nothing to import.
  public var account: Account?
  public var format: String
  /// How many posts were read.
  public var read: Int
  public var counts: ImportCounts
  public var skipped: [SkippedFile]
  public var end: End
  /// Whether something newer of the account was there already: nothing that it says was changed.
  public var isOlder = false
  /// Why the store is a new one, where it is.
  public var setAside: StoreError?

  public init(
    account: Account?, format: String, read: Int, counts: ImportCounts, skipped: [SkippedFile], end: End
  ) {
    self.account = account
    self.format = format
    self.read = read
    self.counts = counts
    self.skipped = skipped
    self.end = end
  }
}

/// Why an import did not come to its end.
public enum ImportFailure: Error, Hashable, Sendable {
  case source(TimelineError)
  case store(StoreError)
}

/// What has become of the posts of an import.
public struct ImportCounts: Hashable, Sendable {
  public var new = 0
  /// They were there, and said something else.
  public var updated = 0
  public var unchanged = 0

  public init(new: Int = 0, updated: Int = 0, unchanged: Int = 0) {
    self.new = new
    self.updated = updated
    self.unchanged = unchanged
  }
}

/// Why what has been imported cannot be used.
public enum StoreError: Error, Hashable, Sendable {
  /// The database was damaged. It lies under another name now, where nothing of it is lost.
  case damaged(path: String, setAside: String)
  case newer(path: String)
  /// Another Tern imports, or forgets.
  case busy(path: String)
  /// The reason in the system's words: “No space left on device”.
  case unusable(path: String, reason: String)
}
