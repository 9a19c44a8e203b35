import FoundationEssentials

/// The timelines of one account, wherever they lie.
///
/// Any number of questions may be asked at once, from any task; none waits for another one's answer but where both need
/// the same work of the source (the reading of a file), which is then done once. A question whose task is cancelled
/// throws `TimelineError.cancelled` soon; what the source has begun for others goes on.
public protocol TimelineRepository: Sendable {
  /// Whose timelines these are and which there are.
  /// - Throws: why the source cannot say. `unknownTimeline` and `postUnavailable` are not among the reasons.
  func overview(_ freshness: Freshness) async throws(TimelineError) -> TimelineOverview

  /// At most `limit` entries, newest first, each entry once. While the source is being read, the page may come from the
  /// part that has been read so far: `TimelinePage.reading` tells.
  ///
  /// A cursor is good for as long as the program runs. Where its entry has gone meanwhile, the page begins where the entry
  /// would stand; a cursor that is none of this source's leads to the newest entries.
  /// - Throws: `unknownTimeline` where the account has no such timeline; else why the source has no answer.
  func page(
    of timeline: TimelineID, at position: PagePosition, limit: Int, _ freshness: Freshness
  ) async throws(TimelineError) -> TimelinePage

  /// What happens to the timelines from now on. The stream ends when nothing can happen any more before another question
  /// is asked. Each listener has a stream of its own; what it does not take in time is kept for it.
  ///
  /// Where a source reads what it holds for a while, it does so as long as somebody listens: when the last listener's
  /// task is cancelled it stops, and what has been read by then is what it has. It waits on nothing but its own work and
  /// the injected clock.
  func changes() -> AsyncStream<SourceChange>

  /// Returns as soon as nothing is being read any more, or nobody waits.
  func waitUntilRead() async
}

extension TimelineRepository {
  /// For sources in which nothing happens by itself.
  public func changes() -> AsyncStream<SourceChange> { AsyncStream { $0.finish() } }

  public func waitUntilRead() async {
    for await change in changes() where change == .readToEnd { return }
  }
}

/// How new an answer has to be.
public enum Freshness: Hashable, Sendable {
  /// What the source holds will do.
  case cached
  /// It must hold what has changed where the source has it from: a file is read again, a server is asked. A fresh
  /// question that comes while another one's answer is on its way shares that answer.
  case fresh
}

/// What happens to the timelines of a source while somebody looks.
public enum SourceChange: Hashable, Sendable {
  /// Entries that stand above all others of a timeline now, newest first.
  case inserted([Post], in: TimelineID)
  /// More has come into a timeline than can be told: it is to be asked for once more.
  case outdated(TimelineID)
  /// A post says something else now, or has other counts.
  case changed(Post)
  case deleted(PostRef)
  /// Entries stand in a timeline no more, nil: in none, though their posts may be elsewhere.
  case withdrawn([PostKey], from: TimelineID?)
  /// What there is between the reader and somebody, by their id in the source, is something else now.
  case relationship(Relationship, person: String)
  /// The source has read on.
  case reading(LoadingProgress)
  /// The source reads no more.
  case readToEnd
  case connection(SourceConnection)
}

/// Whether news come by themselves.
public enum SourceConnection: Hashable, Sendable {
  case connected
  case lost(host: String)
  /// Nothing comes by itself before the person has done something about this.
  case ended(TimelineError)
}

/// What a source says of itself.
public struct TimelineOverview: Hashable, Sendable {
  /// Whose they are, where the source knows better than the account.
  public var profile: Profile?
  /// In the order of their tabs; at least one.
  public var timelines: [ListedTimeline]
  /// Whether there may be more to say, because the source is being read.
  public var isGrowing: Bool
  /// When the source said so, where it is somewhere else.
  public var asOf: Date?
  /// Whom the reader has muted or blocked here.
  public var hidden: [HiddenAccount] = []
  /// The user's filters; nil where the source has not said which there are.
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
  /// The timeline that a person means by a title: the one of that very title, else the only one of it in another case.
  public func timeline(titled title: String) -> ListedTimeline? {
    if let timeline = timelines.first(where: { $0.title == title }) { return timeline }
    let meant = timelines.filter { $0.title.lowercased() == title.lowercased() }
    return meant.count == 1 ? meant.first : nil
  }
}
