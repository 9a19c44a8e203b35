import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// One load of a document. The reading thread publishes progress, and callers wait without blocking it.
final class DocumentLoad: Sendable {
  /// The part that is loaded so far.
  struct LoadedPart: Sendable {
    var document: LoadedDocument
    var progress: LoadingProgress
    /// Counts from 1.
    var number: Int
  }

  private struct Status: Sendable {
    var progress: LoadingProgress?
    var part: LoadedPart?
    var isStopped = false
    var result: Result<LoadedDocument, TimelineError>?

    var hasEnded: Bool { isStopped || result != nil }
  }

  private struct Waiter: Sendable {
    var isSatisfied: @Sendable (Status) -> Bool
    /// Finished when the condition is met.
    var stream: AsyncStream<Never>.Continuation
  }

  private struct State {
    var task: Task<Void, Never>?
    var status = Status()
    var waiters: [Waiter] = []
    var listenerCount = 0
  }

  /// The number of the load, from 1.
  let number: Int
  /// Whether an earlier load can be used if this one is cancelled.
  private let isRefresh: Bool
  private let state = Mutex(State())

  init(number: Int, isRefresh: Bool) {
    self.number = number
    self.isRefresh = isRefresh
  }

  /// Whether it is neither complete nor stopped.
  var isRunning: Bool { state.withLock { !$0.status.hasEnded } }

  /// The result, if it is complete.
  var result: Result<LoadedDocument, TimelineError>? { state.withLock { $0.status.result } }

  /// Starts the load with the current task's executor preference. Must be called once.
  func start(_ source: any DocumentSource, of account: AccountID?, openedAt: Date) {
    let task = Task(executorPreference: currentTaskExecutor) {
      do throws(TimelineError) {
        let document = try await source.document(of: account, openedAt: openedAt) { self.publish($0) }
        self.complete(.success(LoadedDocument(document, load: self.number)))
      } catch {
        self.complete(.failure(error))
      }
    }
    state.withLock { if $0.status.result == nil { $0.task = task } }
  }

  func join() {
    state.withLock { $0.listenerCount += 1 }
  }

  /// Removes a listener. Without listeners, a first load stops, and its document is what was read until then. A refresh
  /// is cancelled, and its result dropped.
  func leave() {
    let isLast = state.withLock { state in
      state.listenerCount -= 1
      return state.listenerCount == 0 && !state.status.hasEnded
    }
    guard isLast else { return }
    update { $0.isStopped = true }
    state.withLock { $0.task }?.cancel()
    if isRefresh { complete(.failure(.cancelled)) }
  }
}

// MARK: - Requests

extension DocumentLoad {
  /// The first relevant progress after `seen`; nil when the load has ended or the caller is cancelled.
  func progress(after seen: LoadingProgress?) async -> LoadingProgress? {
    let status = await status { $0.hasEnded || $0.progress?.isWorthNotifying(after: seen) == true }
    return status?.hasEnded == false ? status?.progress : nil
  }

  /// The newest part, once it is newer than `number`; nil when the load has ended or the caller is cancelled.
  func part(after number: Int) async -> LoadedPart? {
    let status = await status { $0.hasEnded || ($0.part?.number ?? 0) > number }
    return status?.hasEnded == false ? status?.part : nil
  }

  /// Waits for the result.
  /// - Throws: `cancelled` if the caller is cancelled.
  func document() async throws(TimelineError) -> LoadedDocument {
    guard let result = await status(once: { $0.result != nil })?.result else { throw .cancelled }
    return try result.get()
  }

  /// Waits until the condition is met; nil if the caller is cancelled.
  private func status(once isSatisfied: @escaping @Sendable (Status) -> Bool) async -> Status? {
    let (silence, stream) = AsyncStream.makeStream(of: Never.self)
    let status: Status? = state.withLock { state in
      if isSatisfied(state.status) { return state.status }
      state.waiters.append(Waiter(isSatisfied: isSatisfied, stream: stream))
      return nil
    }
    if let status { return status }
    // Ends with the waiter or with the task.
    for await _ in silence {}
    return Task.isCancelled ? nil : state.withLock { $0.status }
  }
}

// MARK: - Reading thread

extension DocumentLoad {
  private func publish(_ part: DocumentPart) {
    let document = part.document.map { LoadedDocument($0, load: number) }
    update {
      $0.progress = part.progress
      if let document {
        $0.part = LoadedPart(document: document, progress: part.progress, number: ($0.part?.number ?? 0) + 1)
      }
    }
  }

  private func complete(_ result: Result<LoadedDocument, TimelineError>) {
    update { $0.result = result }
    state.withLock { $0.task = nil }
  }

  /// Changes the status, and resumes callers whose condition is met. Has no effect after the end.
  private func update(_ change: (inout Status) -> Void) {
    let satisfied: [Waiter] = state.withLock { state in
      guard state.status.result == nil else { return [] }
      change(&state.status)
      if state.status.hasEnded { state.status.part = nil }
      let split = state.waiters.partition { $0.isSatisfied(state.status) }
      defer { state.waiters.removeSubrange(split...) }
      return Array(state.waiters[split...])
    }
    for waiter in satisfied { waiter.stream.finish() }
  }
}

extension LoadingProgress {
  /// Whether it is another percent, or another thousand posts if the size is unknown.
  fileprivate func isWorthNotifying(after seen: LoadingProgress?) -> Bool {
    step != seen?.step
  }

  private var step: Int { fraction.map { Int($0 * 100) } ?? posts / 1_000 }
}
