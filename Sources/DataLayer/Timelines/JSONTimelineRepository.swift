#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Domain

/// The timelines of one document. It is read when it is first needed, and kept.
public actor JSONTimelineRepository: TimelineRepository {
  private struct Load {
    let attempt: Int
    /// Counts the documents that were read, this one among them.
    let number: Int
    let task: Task<Result<LoadedDocument, TimelineError>, Never>
  }

  private let source: any DocumentSource
  private let clock: any WallClock
  private var openedAt: Date?
  private var attempts = 0
  private var loadsDone = 0
  /// Running, or done and kept.
  private var load: Load?
  /// The document that was read last. It answers again once a refresh has failed and said so.
  private var lastGood: Load?

  public init(source: any DocumentSource, clock: any WallClock) {
    self.source = source
    self.clock = clock
  }

  /// Whose timelines these are, if the document has been read and says so.
  public private(set) var knownProfile: Profile?

  /// A document that cannot be read still has a tab, so that its page can say what is wrong.
  public func overview() async throws(TimelineError) -> TimelineOverview {
    do throws(TimelineError) {
      return try await document().overview
    } catch .cancelled {
      throw .cancelled
    } catch {
      return TimelineOverview(timelines: [TimelineKind("Home")])
    }
  }

  public func page(
    of timeline: TimelineKind, at position: PagePosition, limit: Int
  ) async throws(TimelineError) -> TimelinePage {
    let page = try await document().timeline(timeline).page(at: position, limit: limit)
    try checkCancellation()
    return page
  }

  public func thread(of id: PostID) async throws(TimelineError) -> PostThread {
    let thread = try await document().threads.value.thread(of: id)
    try checkCancellation()
    guard let thread else { throw .postUnavailable(id: id, reason: .notInSource) }
    return thread
  }

  /// Whoever waits for a document that is being read still gets that one.
  public func refresh() {
    load = nil
  }
}

extension JSONTimelineRepository {
  private func document() async throws(TimelineError) -> LoadedDocument {
    let load = load ?? start()
    let result = await load.task.value
    let isCurrent = self.load?.attempt == load.attempt
    switch result {
    case .success(let document) where isCurrent:
      loadsDone = load.number
      lastGood = load
      knownProfile = document.overview.profile
    case .failure where isCurrent:
      self.load = lastGood
    default:
      break
    }
    try checkCancellation()
    return try result.get()
  }

  private func start() -> Load {
    attempts += 1
    let number = loadsDone + 1
    let openedAt = openedAt ?? clock.now
    self.openedAt = openedAt
    let task = Task(executorPreference: currentTaskExecutor) { [source] in
      await Self.read(source, openedAt: openedAt, load: number)
    }
    let load = Load(attempt: attempts, number: number, task: task)
    self.load = load
    return load
  }

  /// Not on the actor: while a large document is read, others can ask and go.
  private static func read(
    _ source: any DocumentSource, openedAt: Date, load: Int
  ) async -> Result<LoadedDocument, TimelineError> {
    do throws(TimelineError) {
      return .success(LoadedDocument(try await source.document(openedAt: openedAt, tell: { _ in }), load: load))
    } catch {
      return .failure(error)
    }
  }

  private func checkCancellation() throws(TimelineError) {
    if Task.isCancelled { throw .cancelled }
  }
}
