import Domain
import Runtime
import Synchronization

/// Broadcasts changes at a server and by the user to all observers. The server's stream is followed only while there
/// are observers and the account is on screen. Changes in between are loaded when streaming resumes.
final class ChangeBroadcaster: Sendable {
  private struct State {
    var observers: [Int: AsyncStream<SourceChange>.Continuation] = [:]
    var lastID = 0
    var isShown = true
    /// Created with the first observer; knows what the observers were notified of.
    var liveUpdates: LiveUpdates?
    var isStreaming = false
    /// Whether the last connection change was a loss.
    var isLost = false
    /// Whether the server has ended the session: streaming makes no sense until the user signs in again.
    var hasSessionEnded = false
    /// The current streaming task, or the last one, which may still be ending.
    var streamTask: Task<Void, Never>?
    /// The preferred executor of the observers.
    var executor: (any TaskExecutor)?
  }

  private let dependencies: ServerTimelineRepository.Dependencies
  private let fetcher: PageFetcher
  private let pruner: CachePruner
  private let isActive: Bool
  private let notifies: Bool
  private let alert: @Sendable ([Post]) -> Void
  private let clock: any WallClock
  private let state = Mutex(State())

  /// - Parameters:
  ///   - isActive: whether the server's stream is followed.
  ///   - notifies: whether observers are notified at all.
  ///   - alert: called with new notifications, newest first.
  init(
    _ dependencies: ServerTimelineRepository.Dependencies, _ fetcher: PageFetcher, _ pruner: CachePruner,
    isActive: Bool, notifies: Bool, clock: any WallClock, alert: @escaping @Sendable ([Post]) -> Void
  ) {
    self.pruner = pruner
    self.dependencies = dependencies
    self.fetcher = fetcher
    self.isActive = isActive
    self.notifies = notifies
    self.clock = clock
    self.alert = alert
  }

  func changes() -> AsyncStream<SourceChange> {
    guard notifies else { return AsyncStream { $0.finish() } }
    let (stream, observer) = AsyncStream.makeStream(of: SourceChange.self)
    let executor = currentTaskExecutor
    let id = change { state in
      state.executor = executor ?? state.executor
      state.hasSessionEnded = false
      state.lastID += 1
      state.observers[state.lastID] = observer
      return state.lastID
    }
    observer.onTermination = { [weak self] _ in self?.change { $0.observers[id] = nil } }
    return stream
  }

  /// Whether there are observers and the account is on screen.
  var isObserved: Bool { state.withLock { $0.isShown && !$0.observers.isEmpty } }

  /// Sets whether the account is on screen.
  func setShown(_ isShown: Bool) {
    change { $0.isShown = isShown }
  }

  /// Allows streaming again: the server has responded.
  func resume() {
    change { $0.hasSessionEnded = false }
  }

  /// Changes the state, then starts or stops streaming as needed.
  @discardableResult
  private func change<Value: Sendable>(_ change: (inout sending State) -> Value) -> Value {
    let (value, abandoned): (Value, Task<Void, Never>?) = state.withLock { state in
      let value = change(&state)
      if state.observers.isEmpty { state.liveUpdates = nil }
      let isWanted = isActive && state.isShown && !state.observers.isEmpty && !state.hasSessionEnded
      guard isWanted != state.isStreaming else { return (value, nil) }
      state.isStreaming = isWanted
      guard isWanted else { return (value, state.streamTask) }
      let liveUpdates =
        state.liveUpdates
        ?? LiveUpdates(dependencies, fetcher, pruner, clock: clock, alert: alert) { [weak self] in self?.notify($0) }
      state.liveUpdates = liveUpdates
      state.streamTask = Task(executorPreference: state.executor) { [weak self, before = state.streamTask] in
        // The next stream does not depend on the state of the previous one.
        await before?.value
        await liveUpdates.follow()
        if !Task.isCancelled { self?.change { $0.hasSessionEnded = true } }
      }
      return (value, nil)
    }
    abandoned?.cancel()
    return value
  }

  /// Notifies the observers of a change that one of them has loaded. A single observer already has it.
  func notifyWhenShared(_ change: SourceChange) {
    if state.withLock({ $0.observers.count > 1 }) { notify(change) }
  }

  func notify(_ change: SourceChange) {
    let observers = state.withLock { state in
      if case .connection(let connection) = change { state.isLost = connection.isLost }
      return Array(state.observers.values)
    }
    for observer in observers { observer.yield(change) }
  }

  /// Reports that a lost connection is back: the server has responded to a request.
  func serverDidRespond() {
    let (liveUpdates, executor) = state.withLock { ($0.isLost ? $0.liveUpdates : nil, $0.executor) }
    guard let liveUpdates else { return }
    Task(executorPreference: executor) { await liveUpdates.serverDidRespond() }
  }
}

extension SourceConnection {
  fileprivate var isLost: Bool { if case .lost = self { true } else { false } }
}
