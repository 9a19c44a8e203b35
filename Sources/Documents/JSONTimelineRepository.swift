import Domain
import FoundationEssentials
import Runtime

/// The timelines of one document. It is read when it is first needed, and kept. While it is read for the first time,
/// what there is of it answers whatever it can.
public actor JSONTimelineRepository: TimelineRepository {
  private let source: any DocumentSource
  private let clock: any WallClock
  private var openedAt: Date?
  /// Running, or done and kept.
  private var reading: DocumentReading?
  /// The last one that succeeded: it answers while a refresh reads, and again after a refresh that failed.
  private var lastGood: DocumentReading?
  private var isRefreshDue = false

  public init(source: any DocumentSource, clock: any WallClock) {
    self.source = source
    self.clock = clock
  }

  /// Whose timelines these are, if the document has been read and says so.
  public var knownProfile: Profile? {
    let documents = [reading, lastGood].lazy.compactMap { try? $0?.result?.get() }
    return documents.first?.overview.profile
  }

  /// A document that cannot be read still has a tab, so that its page can say what is wrong.
  public func overview() async throws(TimelineError) -> TimelineOverview {
    let reading = readingToAsk()
    if var overview = await part(of: reading, after: 0)?.document.overview {
      overview.isGrowing = true
      return overview
    }
    do throws(TimelineError) {
      return try await document(of: reading).overview
    } catch .cancelled {
      throw .cancelled
    } catch {
      return TimelineOverview(timelines: [TimelineKind("Home")])
    }
  }

  public func page(
    of timeline: TimelineKind, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage {
    let reading = readingToAsk()
    var seen = 0
    while let part = await part(of: reading, after: seen) {
      seen = part.number
      guard var page = await part.document.pageSoFar(of: timeline, at: position, limit: limit) else { continue }
      page.reading = part.progress
      try checkCancellation()
      return page
    }
    let page = try await document(of: reading).timeline(timeline).page(at: position, limit: limit)
    try checkCancellation()
    return page
  }

  public func thread(of id: PostID) async throws(TimelineError) -> PostThread {
    let thread = try await document(of: readingToAsk()).threads.value.thread(of: id)
    try checkCancellation()
    guard let thread else { throw .postUnavailable(id: id, reason: .notInSource) }
    return thread
  }

  /// What is read later may stand above what there is: the whole of the document answers.
  public func matches(
    of query: SearchQuery, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage {
    let page = try await document(of: readingToAsk()).search.matches(of: query).page(at: position, limit: limit)
    try checkCancellation()
    return page
  }

  public func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    let search = try await document(of: readingToAsk()).search
    let count = try await search.matches(of: query).posts.count
    try checkCancellation()
    return MatchCount(count: count, isExact: true, searched: await search.postCount)
  }

  /// The next question waits for a document that is new; what is being read already is.
  public func refresh() {
    isRefreshDue = true
  }

  public func progress(after seen: ReadingProgress?) async -> ReadingProgress? {
    await reading?.progress(after: seen)
  }

  /// A refresh that is stopped leaves the document that there was.
  public func stopReading() async {
    guard let reading, reading.isRunning else { return }
    guard let lastGood else { return reading.stop() }
    self.reading = lastGood
    reading.abandon()
  }
}

extension JSONTimelineRepository {
  private func readingToAsk() -> DocumentReading {
    defer { isRefreshDue = false }
    guard let reading else { return start() }
    if reading.isRunning { return isRefreshDue ? reading : lastGood ?? reading }
    guard isRefreshDue else { return reading }
    if case .success? = reading.result { lastGood = reading }
    return start()
  }

  private func start() -> DocumentReading {
    let openedAt = openedAt ?? clock.now
    self.openedAt = openedAt
    let reading = DocumentReading(number: (lastGood?.number ?? 0) + 1)
    reading.start(source, openedAt: openedAt)
    self.reading = reading
    return reading
  }

  /// Parts answer during the first reading only: while a refresh reads, the document before it has more.
  private func part(of reading: DocumentReading, after number: Int) async -> DocumentReading.Part? {
    lastGood == nil ? await reading.part(after: number) : nil
  }

  private func document(of reading: DocumentReading) async throws(TimelineError) -> LoadedDocument {
    do throws(TimelineError) {
      let document = try await reading.document()
      if self.reading === reading { lastGood = reading }
      try checkCancellation()
      return document
    } catch {
      if case .failure? = reading.result, self.reading === reading { self.reading = lastGood }
      throw error
    }
  }

  private func checkCancellation() throws(TimelineError) {
    if Task.isCancelled { throw .cancelled }
  }
}
