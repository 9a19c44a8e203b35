import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// The timelines of one document. It is read when it is first needed, and kept. While it is read for the first time,
/// what there is of it answers whatever it can.
public actor JSONTimelineRepository: TimelineRepository, ThreadRepository, PostSearchRepository {
  private let account: AccountID?
  private let source: any DocumentSource
  private let clock: any WallClock
  private var openedAt: Date?
  private nonisolated let current = Mutex<DocumentLoad?>(nil)
  /// The last one that succeeded: it answers while a refresh reads, and again after a refresh that failed.
  private var lastGood: DocumentLoad?

  /// - Parameter account: whose posts they are.
  public init(account: AccountID?, source: any DocumentSource, clock: any WallClock) {
    self.account = account
    self.source = source
    self.clock = clock
  }

  /// Whose timelines these are, if the document has been read and says so.
  public var knownProfile: Profile? {
    let documents = [reading, lastGood].lazy.compactMap { try? $0?.result?.get() }
    return documents.first?.overview.profile
  }

  /// A document that cannot be read still has a tab, so that its page can say what is wrong.
  public func overview(_ freshness: Freshness) async throws(TimelineError) -> TimelineOverview {
    let reading = readToRequest(freshness)
    if var overview = await part(of: reading, after: 0)?.document.overview {
      overview.isGrowing = true
      return overview
    }
    do throws(TimelineError) {
      return try await document(of: reading).overview
    } catch .cancelled {
      throw .cancelled
    } catch {
      return TimelineOverview(timelines: [ListedTimeline(.home)])
    }
  }

  public func page(
    of timeline: TimelineID, at position: PagePosition, limit: Int, _ freshness: Freshness
  ) async throws(TimelineError) -> TimelinePage {
    let reading = readToRequest(freshness)
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

  public func thread(of post: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread {
    let thread = try await document(of: readToRequest(freshness)).threads.value.thread(of: post.id)
    try checkCancellation()
    guard let thread else { throw .postUnavailable(id: post.id, reason: .notInSource) }
    return thread
  }

  /// What is read later may stand above what there is: the whole of the document answers.
  public func matches(
    of query: SearchQuery, at position: PagePosition, limit: Int, _ freshness: Freshness
  ) async throws(TimelineError) -> TimelinePage {
    let page = try await document(of: readToRequest(freshness)).search.matches(of: query).page(
      at: position, limit: limit)
    try checkCancellation()
    return page
  }

  public func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    let search = try await document(of: readToRequest(.cached)).search
    let count = try await search.matches(of: query).posts.count
    try checkCancellation()
    return MatchCount(count: count, isExact: true, searched: await search.postCount)
  }

  /// How the reading goes that is under way, if one is.
  public nonisolated func changes() -> AsyncStream<SourceChange> {
    let listener = LoadListener { self.current.withLock { $0 } }
    return AsyncStream {
      await listener.next()
    } onCancel: {
      listener.leave()
    }
  }
}

/// Somebody who hears of one reading: that which is under way when they come, else when they first listen. They go when
/// they are cancelled, and when nobody holds them any more.
private final class LoadListener: Sendable {
  private struct State {
    var reading: DocumentLoad?
    var heard: LoadingProgress?
    var isOver = false
  }

  private let current: @Sendable () -> DocumentLoad?
  private let state = Mutex(State())

  init(_ current: @escaping @Sendable () -> DocumentLoad?) {
    self.current = current
    join()
  }

  deinit { leave() }

  func next() async -> SourceChange? {
    join()
    let (reading, heard, isOver) = state.withLock { ($0.reading, $0.heard, $0.isOver) }
    if isOver { return nil }
    if let progress = await reading?.progress(after: heard) {
      state.withLock { $0.heard = progress }
      return .reading(progress)
    }
    leave()
    return Task.isCancelled ? nil : .readToEnd
  }

  private func join() {
    state.withLock { state in
      guard !state.isOver, state.reading == nil, let reading = current() else { return }
      reading.join()
      state.reading = reading
    }
  }

  func leave() {
    let reading = state.withLock { state in
      defer { (state.reading, state.isOver) = (nil, true) }
      return state.reading
    }
    reading?.leave()
  }
}

extension JSONTimelineRepository {
  /// Running, or done and kept.
  private var reading: DocumentLoad? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  private func readToRequest(_ freshness: Freshness) -> DocumentLoad {
    // One that was given up is as if it had never been.
    if case .failure(.cancelled)? = reading?.result { reading = lastGood }
    guard let reading else { return start() }
    if reading.isRunning { return freshness == .fresh ? reading : lastGood ?? reading }
    guard freshness == .fresh else { return reading }
    if case .success? = reading.result { lastGood = reading }
    return start()
  }

  private func start() -> DocumentLoad {
    let openedAt = openedAt ?? clock.now
    self.openedAt = openedAt
    let reading = DocumentLoad(number: (lastGood?.number ?? 0) + 1, isRefresh: lastGood != nil)
    reading.start(source, of: account, openedAt: openedAt)
    self.reading = reading
    return reading
  }

  /// Parts answer during the first reading only: while a refresh reads, the document before it has more.
  private func part(of reading: DocumentLoad, after number: Int) async -> DocumentLoad.Part? {
    lastGood == nil ? await reading.part(after: number) : nil
  }

  private func document(of reading: DocumentLoad) async throws(TimelineError) -> LoadedDocument {
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
