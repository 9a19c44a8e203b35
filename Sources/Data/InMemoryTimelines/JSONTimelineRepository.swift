import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// The timelines of one document, which is loaded on first use and cached. During the first load, requests that can be
/// answered from the loaded part are.
public actor JSONTimelineRepository: TimelineRepository, ThreadRepository, PostSearchRepository {
  private let account: AccountID?
  private let source: any DocumentSource
  private let clock: any WallClock
  private var openedAt: Date?
  private nonisolated let current = Mutex<DocumentLoad?>(nil)
  /// The last successful load, which is used during a refresh and after a failed one.
  private var lastSuccessfulLoad: DocumentLoad?

  /// - Parameter account: the account to assign the posts to.
  public init(account: AccountID?, source: any DocumentSource, clock: any WallClock) {
    self.account = account
    self.source = source
    self.clock = clock
  }

  /// The owner of the document, if it is loaded and states one.
  public var knownProfile: Profile? {
    let documents = [load, lastSuccessfulLoad].lazy.compactMap { try? $0?.result?.get() }
    return documents.first?.overview.profile
  }

  /// Returns one tab for a document that cannot be read, so that its page can show the error.
  /// - Throws: only `cancelled`.
  public func overview(_ freshness: Freshness) async throws(TimelineError) -> TimelineOverview {
    let load = loadForRequest(freshness)
    if var overview = await part(of: load, after: 0)?.document.overview {
      overview.isGrowing = true
      return overview
    }
    do throws(TimelineError) {
      return try await document(of: load).overview
    } catch .cancelled {
      throw .cancelled
    } catch {
      return TimelineOverview(timelines: [ListedTimeline(.home)])
    }
  }

  public func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    let load = loadForRequest(request.freshness)
    var seen = 0
    while let part = await part(of: load, after: seen) {
      seen = part.number
      guard var page = await part.document.partialPage(of: timeline, request) else { continue }
      page.loading = part.progress
      try checkCancellation()
      return page
    }
    let page = try await document(of: load).timeline(timeline).page(request)
    try checkCancellation()
    return page
  }

  /// - Throws: `TimelineError.postUnavailable` if the document does not have the post, another error if it cannot be
  ///   read.
  public func thread(of post: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread {
    let thread = try await document(of: loadForRequest(freshness)).threads.value.thread(of: post.id)
    try checkCancellation()
    guard let thread else { throw .postUnavailable(id: post.id, reason: .notInSource) }
    return thread
  }

  /// Waits for the whole document: later parts may have newer matches.
  public func matches(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    let page = try await document(of: loadForRequest(request.freshness)).search.matches(of: query).page(request)
    try checkCancellation()
    return page
  }

  public func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    let search = try await document(of: loadForRequest(.cached)).search
    let count = try await search.matches(of: query).posts.count
    try checkCancellation()
    return MatchCount(count: count, isExact: true, searchedCount: await search.postCount)
  }

  /// The progress of the current load, if there is one.
  public nonisolated func changes() -> AsyncStream<SourceChange> {
    let listener = LoadListener { self.current.withLock { $0 } }
    return AsyncStream {
      await listener.next()
    } onCancel: {
      listener.leave()
    }
  }
}

/// A listener to one load: the current one at its creation, or else the one at its first request. It leaves when it is
/// cancelled or deallocated.
private final class LoadListener: Sendable {
  private struct State {
    var load: DocumentLoad?
    var lastProgress: LoadingProgress?
    var hasLeft = false
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
    let (load, lastProgress, hasLeft) = state.withLock { ($0.load, $0.lastProgress, $0.hasLeft) }
    if hasLeft { return nil }
    if let progress = await load?.progress(after: lastProgress) {
      state.withLock { $0.lastProgress = progress }
      return .loading(progress)
    }
    leave()
    return Task.isCancelled ? nil : .loadingFinished
  }

  private func join() {
    state.withLock { state in
      guard !state.hasLeft, state.load == nil, let load = current() else { return }
      load.join()
      state.load = load
    }
  }

  func leave() {
    let load = state.withLock { state in
      defer { (state.load, state.hasLeft) = (nil, true) }
      return state.load
    }
    load?.leave()
  }
}

extension JSONTimelineRepository {
  /// The current load, running or complete.
  private var load: DocumentLoad? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  private func loadForRequest(_ freshness: Freshness) -> DocumentLoad {
    // A cancelled load is ignored.
    if case .failure(.cancelled)? = load?.result { load = lastSuccessfulLoad }
    guard let load else { return start() }
    if load.isRunning { return freshness == .fresh ? load : lastSuccessfulLoad ?? load }
    guard freshness == .fresh else { return load }
    if case .success? = load.result { lastSuccessfulLoad = load }
    return start()
  }

  private func start() -> DocumentLoad {
    let openedAt = openedAt ?? clock.now
    self.openedAt = openedAt
    let load = DocumentLoad(number: (lastSuccessfulLoad?.number ?? 0) + 1, isRefresh: lastSuccessfulLoad != nil)
    load.start(source, of: account, openedAt: openedAt)
    self.load = load
    return load
  }

  /// Parts are used during the first load only: during a refresh, the previous document has more.
  private func part(of load: DocumentLoad, after number: Int) async -> DocumentLoad.LoadedPart? {
    lastSuccessfulLoad == nil ? await load.part(after: number) : nil
  }

  private func document(of load: DocumentLoad) async throws(TimelineError) -> LoadedDocument {
    do throws(TimelineError) {
      let document = try await load.document()
      if self.load === load { lastSuccessfulLoad = load }
      try checkCancellation()
      return document
    } catch {
      if case .failure? = load.result, self.load === load { self.load = lastSuccessfulLoad }
      throw error
    }
  }

  private func checkCancellation() throws(TimelineError) {
    if Task.isCancelled { throw .cancelled }
  }
}
