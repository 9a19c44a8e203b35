/// The timelines of one account, wherever they lie.
public protocol TimelineRepository: Sendable {
  /// Whose timelines these are and which there are.
  func overview() async throws(TimelineError) -> TimelineOverview

  /// At most `limit` entries, newest first, each entry once.
  func page(
    of timeline: TimelineKind, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage

  /// A post with what stands above and below it, as far as the source has it.
  func thread(of id: PostID) async throws(TimelineError) -> PostThread

  /// Asks the source anew at the next call, where it keeps something of its own.
  func refresh() async
}

/// What a source says of itself.
public struct TimelineOverview: Hashable, Sendable {
  /// Whose they are, where the source knows better than the account.
  public var profile: Profile?
  /// In the order of their tabs; at least one.
  public var timelines: [TimelineKind]

  public init(profile: Profile? = nil, timelines: [TimelineKind]) {
    self.profile = profile
    self.timelines = timelines
  }
}
