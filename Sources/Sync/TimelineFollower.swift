import Domain
import Runtime
import Synchronization

/// Tells what happens at a server to whoever listens, and follows it only as long as somebody does.
final class TimelineFollower: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<SourceChange>.Continuation] = [:]
    var lastID = 0
    var following: Task<Void, Never>?
  }

  private let parts: LiveTimelineRepository.Parts
  private let fetcher: PageFetcher
  private let isActive: Bool
  private let clock: any WallClock
  private let state = Mutex(State())

  init(_ parts: LiveTimelineRepository.Parts, _ fetcher: PageFetcher, isActive: Bool, clock: any WallClock) {
    self.parts = parts
    self.fetcher = fetcher
    self.isActive = isActive
    self.clock = clock
  }

  func changes() -> AsyncStream<SourceChange> {
    guard isActive else { return AsyncStream { $0.finish() } }
    let (stream, listener) = AsyncStream.makeStream(of: SourceChange.self)
    let id = join(listener)
    listener.onTermination = { [weak self] _ in self?.leave(id) }
    return stream
  }

  private func join(_ listener: AsyncStream<SourceChange>.Continuation) -> Int {
    state.withLock { state in
      state.lastID += 1
      state.listeners[state.lastID] = listener
      if state.following == nil {
        let news = NewsFeed(parts, fetcher, clock: clock) { [weak self] in self?.tell($0) }
        state.following = Task(executorPreference: currentTaskExecutor) { await news.follow() }
      }
      return state.lastID
    }
  }

  private func leave(_ id: Int) {
    let abandoned: Task<Void, Never>? = state.withLock { state in
      state.listeners[id] = nil
      guard state.listeners.isEmpty else { return nil }
      defer { state.following = nil }
      return state.following
    }
    abandoned?.cancel()
  }

  private func tell(_ change: SourceChange) {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(change) }
  }
}
