import Domain
import Runtime
import Synchronization

/// Tells what happens at a server, and what the reader does there, to whoever listens. A server is followed only as long as
/// somebody listens and the account is on the screen. What happens meanwhile is asked for when it comes back, as after any break.
final class ChangeBroadcaster: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<SourceChange>.Continuation] = [:]
    var lastID = 0
    var isShown = true
    /// Made for those who listen; it knows what they have been told.
    var news: LiveUpdates?
    var isFollowing = false
    /// Whether those who listen were told last that the connection is lost.
    var isLost = false
    /// Whether the server has ended the session: following it is of no use until it lets the person in again.
    var hasEnded = false
    /// The last one, which may be on its way out.
    var following: Task<Void, Never>?
    /// Where those who listen prefer work to be done.
    var executor: (any TaskExecutor)?
  }

  private let parts: ServerTimelineRepository.Parts
  private let fetcher: PageFetcher
  private let isActive: Bool
  private let tells: Bool
  private let alert: @Sendable ([Post]) -> Void
  private let clock: any WallClock
  private let state = Mutex(State())

  /// - Parameters:
  ///   - isActive: whether the server is followed.
  ///   - tells: whether anything is told at all.
  ///   - alert: told of notifications that come by themselves, the newest first.
  init(
    _ parts: ServerTimelineRepository.Parts, _ fetcher: PageFetcher, isActive: Bool, tells: Bool, clock: any WallClock,
    alert: @escaping @Sendable ([Post]) -> Void
  ) {
    self.parts = parts
    self.fetcher = fetcher
    self.isActive = isActive
    self.tells = tells
    self.clock = clock
    self.alert = alert
  }

  func changes() -> AsyncStream<SourceChange> {
    guard tells else { return AsyncStream { $0.finish() } }
    let (stream, listener) = AsyncStream.makeStream(of: SourceChange.self)
    let executor = currentTaskExecutor
    let id = change { state in
      state.executor = executor ?? state.executor
      state.hasEnded = false
      state.lastID += 1
      state.listeners[state.lastID] = listener
      return state.lastID
    }
    listener.onTermination = { [weak self] _ in self?.change { $0.listeners[id] = nil } }
    return stream
  }

  /// Whether the account is on the screen.
  func setShown(_ isShown: Bool) {
    change { $0.isShown = isShown }
  }

  /// The server has answered: whoever listens can be told again.
  func resume() {
    change { $0.hasEnded = false }
  }

  /// Begins or ends to follow as those who listen, and what is shown, want it.
  @discardableResult
  private func change<Answer: Sendable>(_ change: (inout sending State) -> Answer) -> Answer {
    let (answer, abandoned): (Answer, Task<Void, Never>?) = state.withLock { state in
      let answer = change(&state)
      if state.listeners.isEmpty { state.news = nil }
      let isWanted = isActive && state.isShown && !state.listeners.isEmpty && !state.hasEnded
      guard isWanted != state.isFollowing else { return (answer, nil) }
      state.isFollowing = isWanted
      guard isWanted else { return (answer, state.following) }
      let news =
        state.news ?? LiveUpdates(parts, fetcher, clock: clock, alert: alert) { [weak self] in self?.notify($0) }
      state.news = news
      state.following = Task(executorPreference: state.executor) { [weak self, before = state.following] in
        // What is known of the stream before is nothing to the next one.
        await before?.value
        await news.follow()
        if !Task.isCancelled { self?.change { $0.hasEnded = true } }
      }
      return (answer, nil)
    }
    abandoned?.cancel()
    return answer
  }

  /// What one of those who listen has asked for is news to the others alone.
  func notifyWhenShared(_ change: SourceChange) {
    if state.withLock({ $0.listeners.count > 1 }) { notify(change) }
  }

  func notify(_ change: SourceChange) {
    let listeners = state.withLock { state in
      if case .connection(let connection) = change { state.isLost = connection.isLost }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.yield(change) }
  }

  /// The server has responded to a request: a connection that was lost is back.
  func serverDidRespond() {
    let (news, executor) = state.withLock { ($0.isLost ? $0.news : nil, $0.executor) }
    guard let news else { return }
    Task(executorPreference: executor) { await news.serverDidRespond() }
  }
}

extension SourceConnection {
  fileprivate var isLost: Bool { if case .lost = self { true } else { false } }
}
