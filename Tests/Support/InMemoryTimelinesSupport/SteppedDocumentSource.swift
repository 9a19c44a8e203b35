import InMemoryTimelines
import Domain
import Formats
import Foundation
import Synchronization
import TestSupport

/// A source that is read step by step by the test.
public final class SteppedDocumentSource: DocumentSource {
  private enum Step: Sendable {
    case part(DocumentPart)
    case end(Result<TimelineDocument, TimelineError>)
  }

  private struct State {
    var reads = 0
    var steps: AsyncStream<Step>.Continuation?
    var opened: [CheckedContinuation<Void, Never>] = []
    var posts: [Post] = []
  }

  private let state = Mutex(State())

  public init() {}

  public var reads: Int { state.withLock { $0.reads } }

  /// Returns when a load has started.
  public func waitForReader() async {
    await withCheckedContinuation { continuation in
      let isRead = state.withLock { state in
        if state.steps == nil { state.opened.append(continuation) }
        return state.steps != nil
      }
      if isRead { continuation.resume() }
    }
  }

  /// Publishes progress up to these posts.
  public func read(_ posts: [Post] = [], fraction: Double? = nil, includesDocument: Bool = true) {
    let progress = LoadingProgress(posts: posts.count, fraction: fraction)
    var document = TimelineDocument.fixture(home: posts)
    document.isComplete = false
    state.withLock { state in
      state.posts = posts
      state.steps?.yield(.part(DocumentPart(progress: progress, document: includesDocument ? document : nil)))
    }
  }

  public func end(_ document: TimelineDocument) { end(.success(document)) }

  public func end(_ result: Result<TimelineDocument, TimelineError>) {
    state.withLock { $0.steps }?.yield(.end(result))
  }

  public func document(
    of account: AccountID?, openedAt: Date, notify: @escaping @Sendable (DocumentPart) -> Void
  ) async throws(TimelineError) -> TimelineDocument {
    let (steps, continuation) = AsyncStream.makeStream(of: Step.self)
    let opened = state.withLock { state in
      state.reads += 1
      state.steps = continuation
      defer { state.opened = [] }
      return state.opened
    }
    for waiter in opened { waiter.resume() }
    for await step in steps {
      switch step {
      case .part(let part): notify(part)
      case .end(let result):
        state.withLock { $0.steps = nil }
        return try result.get()
      }
    }
    // Cancelled.
    let posts = state.withLock { state in
      state.steps = nil
      return state.posts
    }
    if posts.isEmpty { throw .cancelled }
    var document = TimelineDocument.fixture(home: posts)
    document.isComplete = false
    return document
  }
}
