import Synchronization

/// Those who hear what happens, each with a stream of their own.
final class Listeners<News: Sendable>: Sendable {
  private let state = Mutex((lastID: 0, listeners: [Int: AsyncStream<News>.Continuation]()))

  /// - Parameter first: told before all else.
  func join(first: [News] = []) -> AsyncStream<News> {
    let (stream, listener) = AsyncStream.makeStream(of: News.self)
    for news in first { listener.yield(news) }
    let id = state.withLock { state in
      state.lastID += 1
      state.listeners[state.lastID] = listener
      return state.lastID
    }
    listener.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[id] = nil } }
    return stream
  }

  func tell(_ news: News) {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(news) }
  }
}
