/// The timelines of one account, wherever they lie.
public protocol TimelineRepository: Sendable {
  /// Whose timelines these are and which there are.
  func overview() async throws(TimelineError) -> TimelineOverview

  /// At most `limit` entries, newest first, each entry once. While the source is being read, the page may come from the
  /// part that has been read so far.
  func page(
    of timeline: TimelineKind, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage

  /// A post with what stands above and below it, as far as the source has it.
  func thread(of id: PostID) async throws(TimelineError) -> PostThread

  /// The entries of all timelines that match, newest first, each once.
  func matches(
    of query: SearchQuery, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage

  /// How many entries match. It may stop counting at `limit`.
  func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount

  /// Asks the source anew at the next call, where it keeps something of its own.
  func refresh() async

  /// Waits until reading has gone on since `seen` by what is worth telling. nil as soon as nothing is being read any
  /// more, or nobody waits.
  func progress(after seen: ReadingProgress?) async -> ReadingProgress?

  /// Gives up what is being read. What has been read by then stays, where there was nothing before.
  func stopReading() async
}

/// For sources that have all at once.
extension TimelineRepository {
  public func progress(after seen: ReadingProgress?) async -> ReadingProgress? { nil }

  public func stopReading() async {}
}

extension TimelineRepository {
  /// Returns as soon as nothing is being read any more, or nobody waits.
  public func waitUntilRead() async {
    var seen: ReadingProgress?
    while let progress = await progress(after: seen) { seen = progress }
  }
}

/// What a source says of itself.
public struct TimelineOverview: Hashable, Sendable {
  /// Whose they are, where the source knows better than the account.
  public var profile: Profile?
  /// In the order of their tabs; at least one.
  public var timelines: [TimelineKind]
  /// Whether there may be more to say, because the source is being read.
  public var isGrowing: Bool

  public init(profile: Profile? = nil, timelines: [TimelineKind], isGrowing: Bool = false) {
    self.profile = profile
    self.timelines = timelines
    self.isGrowing = isGrowing
  }
}
