import FoundationEssentials

/// The timelines of one account, whatever its source is.
///
/// 1. Requests may run at the same time, from any task. They do not wait for each other, except that work they share,
///    such as reading a file, is done once.
/// 2. A request whose task is cancelled soon throws `TimelineError.cancelled`. Work that other requests share
///    continues.
public protocol TimelineRepository: Sendable {
  /// The profile of the account and its timelines.
  /// - Throws: never `unknownTimeline` or `postUnavailable`.
  func overview(_ freshness: Freshness) async throws(TimelineError) -> TimelineOverview

  /// A page of a timeline.
  ///
  /// 1. It has at most `request.limit` entries, newest first, without duplicates.
  /// 2. While the source is loading, the page may come from the part loaded so far; `TimelinePage.loading` is then set.
  /// 3. A cursor is valid until the program ends. If its entry was removed, the page begins at its former position.
  /// 4. A cursor of another source returns the newest entries.
  /// - Throws: `unknownTimeline` if the account has no such timeline.
  func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage

  /// Changes of the timelines from now on.
  ///
  /// 1. Each observer has its own stream, which buffers what was not yet received.
  /// 2. The stream ends when nothing can change until the next request.
  /// 3. A source that is still loading continues as long as it has observers. When the task of the last one is
  ///    cancelled, loading stops and the source has what was loaded so far.
  /// 4. The source waits only for its own work and the injected clock.
  func changes() -> AsyncStream<SourceChange>

  /// Returns when nothing is loading, or the task is cancelled.
  func waitUntilLoaded() async
}

extension TimelineRepository {
  /// For sources without changes of their own.
  public func changes() -> AsyncStream<SourceChange> { AsyncStream { $0.finish() } }

  public func waitUntilLoaded() async {
    for await change in changes() where change == .loadingFinished { return }
  }
}

/// The required freshness of a response.
public enum Freshness: Hashable, Sendable {
  /// Anything that the source has.
  case cached
  /// The content that earlier requests have loaded, with the changes since then.
  case loaded
  /// The current content: a file is read again, a server is asked. A fresh request during another one shares its
  /// response.
  case fresh
}

/// A change in the timelines of a source.
public enum SourceChange: Hashable, Sendable {
  /// Entries that are now at the top of a timeline, newest first.
  case inserted([Post], in: TimelineID)
  /// The timeline has changed in an unknown way and must be reloaded.
  case outdated(TimelineID)
  /// A post has changed, or its counts.
  case changed(Post)
  case deleted(PostRef)
  /// Entries were removed from a timeline, or from all if it is nil. Their posts may still exist.
  case withdrawn([PostKey], from: TimelineID?)
  /// The relationship with an account, by its ID in the source, has changed.
  case relationship(Relationship, account: String)
  /// The filters have changed: all timelines must be read again.
  case filtersChanged
  /// The list of timelines has changed.
  case overviewChanged
  /// The source has loaded more.
  case loading(LoadingProgress)
  /// The source has finished loading.
  case loadingFinished
  case connection(SourceConnection)
}

/// The state of the connection for live updates.
public enum SourceConnection: Hashable, Sendable {
  case connected
  case lost(host: String)
  /// No live updates until the server or the store responds again, which is retried automatically.
  case paused(TimelineError)
  /// No live updates until the user has solved the problem.
  case ended(TimelineError)
}

/// An overview of a source.
public struct TimelineOverview: Hashable, Sendable {
  /// The profile, if the source has a more recent one than the account.
  public var profile: Profile?
  /// In the order of the tabs; at least one.
  public var timelines: [ListedTimeline]
  /// Whether more may follow because the source is loading.
  public var isGrowing: Bool
  /// When the server returned this; nil if there is no server.
  public var asOf: Date?
  /// The accounts that the user has muted or blocked.
  public var hiddenAccounts: [HiddenAccount] = []
  /// The user's filters; nil if unknown.
  public var filters: CachedFilters?

  public init(
    profile: Profile? = nil, timelines: [ListedTimeline], isGrowing: Bool = false, asOf: Date? = nil
  ) {
    self.profile = profile
    self.timelines = timelines
    self.isGrowing = isGrowing
    self.asOf = asOf
  }
}

extension TimelineOverview {
  /// The timeline with a title that the user typed: an exact match, else the only one that matches ignoring case.
  public func timeline(titled title: String) -> ListedTimeline? {
    if let timeline = timelines.first(where: { $0.title == title }) { return timeline }
    let matching = timelines.filter { $0.title.lowercased() == title.lowercased() }
    return matching.count == 1 ? matching.first : nil
  }
}
