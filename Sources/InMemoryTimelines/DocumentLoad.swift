import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// A document while it is read, and once it has been: the thread that reads tells how far it has come, and whoever asks
/// waits without keeping that thread.
final class DocumentLoad: Sendable {
  /// What has been read so far.
  struct Part: Sendable {
    var document: LoadedDocument
    var progress: LoadingProgress
    /// From 1.
    var number: Int
  }

  private struct News: Sendable {
    var progress: LoadingProgress?
    var part: Part?
    var isStopped = false
    var result: Result<LoadedDocument, TimelineError>?

    var isOver: Bool { isStopped || result != nil }
  }

  private struct Waiter: Sendable {
    var isAnswered: @Sendable (News) -> Bool
    /// Finished once the news is an answer.
    var stream: AsyncStream<Never>.Continuation
  }

  private struct State {
    var task: Task<Void, Never>?
    var news = News()
    var waiters: [Waiter] = []
    var listenerCount = 0
  }

  /// 1 for the first reading of the document, 2 for the next, …
  let number: Int
  /// Whether another document has been read before, to which one can go back.
  private let isRefresh: Bool
  private let state = Mutex(State())

  init(number: Int, isRefresh: Bool) {
    self.number = number
    self.isRefresh = isRefresh
  }

  /// Whether it goes on, and nobody has stopped it.
  var isRunning: Bool { state.withLock { !$0.news.isOver } }

  /// How it has ended, if it has.
  var result: Result<LoadedDocument, TimelineError>? { state.withLock { $0.news.result } }

  /// Reads where the task at hand prefers its work to be done. To be called once.
  func start(_ source: any DocumentSource, of account: AccountID?, openedAt: Date) {
    let task = Task(executorPreference: currentTaskExecutor) {
      do throws(TimelineError) {
        let document = try await source.document(of: account, openedAt: openedAt) { self.hear($0) }
        self.end(.success(LoadedDocument(document, load: self.number)))
      } catch {
        self.end(.failure(error))
      }
    }
    state.withLock { if $0.news.result == nil { $0.task = task } }
  }

  func join() {
    state.withLock { $0.listenerCount += 1 }
  }

  /// Nobody reads on for a listener who has gone: when the last one goes it is stopped, and what has been read by then
  /// becomes the document. A refresh is given up: whoever waits for it hears so, and what it reads is dropped.
  func leave() {
    let isLast = state.withLock { state in
      state.listenerCount -= 1
      return state.listenerCount == 0 && !state.news.isOver
    }
    guard isLast else { return }
    change { $0.isStopped = true }
    state.withLock { $0.task }?.cancel()
    if isRefresh { end(.failure(.cancelled)) }
  }
}

// MARK: - For whoever asks

extension DocumentLoad {
  /// The first progress after `seen` that is worth telling; nil once it reads no more, or nobody waits.
  func progress(after seen: LoadingProgress?) async -> LoadingProgress? {
    let news = await news { $0.isOver || $0.progress?.isWorthNotifying(after: seen) == true }
    return news?.isOver == false ? news?.progress : nil
  }

  /// The newest part, if it is newer than the one with that number; nil once it reads no more, or nobody waits.
  func part(after number: Int) async -> Part? {
    let news = await news { $0.isOver || ($0.part?.number ?? 0) > number }
    return news?.isOver == false ? news?.part : nil
  }

  /// How it ends; cancelled where nobody waits.
  func document() async throws(TimelineError) -> LoadedDocument {
    guard let result = await news(once: { $0.result != nil })?.result else { throw .cancelled }
    return try result.get()
  }

  /// nil where nobody waits any more.
  private func news(once isAnswered: @escaping @Sendable (News) -> Bool) async -> News? {
    let (silence, stream) = AsyncStream.makeStream(of: Never.self)
    let news: News? = state.withLock { state in
      if isAnswered(state.news) { return state.news }
      state.waiters.append(Waiter(isAnswered: isAnswered, stream: stream))
      return nil
    }
    if let news { return news }
    // Ends with the waiter or with the task.
    for await _ in silence {}
    return Task.isCancelled ? nil : state.withLock { $0.news }
  }
}

// MARK: - For the thread that reads

extension DocumentLoad {
  private func hear(_ news: DocumentPart) {
    let document = news.document.map { LoadedDocument($0, load: number) }
    change {
      $0.progress = news.progress
      if let document {
        $0.part = Part(document: document, progress: news.progress, number: ($0.part?.number ?? 0) + 1)
      }
    }
  }

  private func end(_ result: Result<LoadedDocument, TimelineError>) {
    change { $0.result = result }
    state.withLock { $0.task = nil }
  }

  /// Wakes those only who wait for what is new. Once it has ended nothing changes any more.
  private func change(_ change: (inout News) -> Void) {
    let answered: [Waiter] = state.withLock { state in
      guard state.news.result == nil else { return [] }
      change(&state.news)
      if state.news.isOver { state.news.part = nil }
      let split = state.waiters.partition { $0.isAnswered(state.news) }
      defer { state.waiters.removeSubrange(split...) }
      return Array(state.waiters[split...])
    }
    for waiter in answered { waiter.stream.finish() }
  }
}

extension LoadingProgress {
  /// Every hundredth is, or where the size is not known every thousand posts.
  fileprivate func isWorthNotifying(after seen: LoadingProgress?) -> Bool {
    step != seen?.step
  }

  private var step: Int { fraction.map { Int($0 * 100) } ?? posts / 1_000 }
}
