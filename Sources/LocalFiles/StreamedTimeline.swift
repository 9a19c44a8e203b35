import Domain

/// What is known of a timeline once its entries have been handed out.
public struct StreamedTimeline: Hashable, Sendable {
  public var kind: TimelineKind
  public var skipped: SkippedPosts?
  /// How many entries were handed out behind older ones.
  public var lateCount: Int
}
