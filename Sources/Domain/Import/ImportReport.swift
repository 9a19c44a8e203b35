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
  /// What could not be read or is not taken.
  public var skipped: [SkippedFile]

  public init(owner: Profile?, format: String, timelines: [TimelineID], read: Int, skipped: [SkippedFile]) {
    self.owner = owner
    self.format = format
    self.timelines = timelines
    self.read = read
    self.skipped = skipped
  }
}
