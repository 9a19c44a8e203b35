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
