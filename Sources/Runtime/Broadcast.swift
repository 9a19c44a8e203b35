import Synchronization

/// Tells each of its listeners what happens, in order; what one of them does not take in time is kept for it.
///
/// A listener for whom there is nothing sleeps on the clock: so it is known that no work of theirs goes on
/// (`TaskRunner.isSettled`).
public final class Broadcast<News: Sendable>: Sendable {
  private struct Weak {
    weak var listener: Listener<News>?
  }

  private let clock: any WallClock
  private let listeners = Mutex<[Weak]>([])

  public init(clock: any WallClock) {
    self.clock = clock
  }

  public func notify(_ news: News) {
    let all = listeners.withLock { listeners in
      listeners.removeAll { $0.listener == nil }
      return listeners.compactMap(\.listener)
    }
    for listener in all { listener.add(news) }
  }

  /// What happens from now on. It ends when its task is cancelled.
  /// - Parameters:
  ///   - other: what is told in between, in its own order.
  ///   - last: what is told when that has ended.
  public func listen(besides other: AsyncStream<News>? = nil, then last: News? = nil) -> AsyncStream<News> {
    let listener = Listener(clock: clock, other, then: last)
    listeners.withLock { $0.append(Weak(listener: listener)) }
    return AsyncStream { await listener.next() }
  }
}

private final class Listener<News: Sendable>: Sendable {
  private struct State {
    var pending: [News] = []
    /// Whether the other source may tell more: it is that one which sleeps then.
    var hasOther: Bool
    var isEnded = false
    var waiting: CheckedContinuation<Void, Never>?
    var sleeping: Task<Void, Never>?
    var hearing: Task<Void, Never>?
  }

  private let clock: any WallClock
  private let state: Mutex<State>
  private let demand = Demand()

  init(clock: any WallClock, _ other: AsyncStream<News>?, then last: News?) {
    self.clock = clock
    state = Mutex(State(hasOther: other != nil))
    guard let other else { return }
    let hearing = Task(executorPreference: currentTaskExecutor) { [weak self, demand] in
      for await news in other {
        demand.reset()
        self?.add(news)
        // What comes next is asked for when this has been heard: until then nothing is at rest.
        await demand.wait()
      }
      self?.otherHasEnded(last)
    }
    state.withLock { $0.hearing = hearing }
  }

  deinit {
    demand.end()
    let (hearing, sleeping) = state.withLock { ($0.hearing, $0.sleeping) }
    hearing?.cancel()
    sleeping?.cancel()
  }

  func add(_ news: News) {
    wake { $0.pending.append(news) }
  }

  /// nil once its task is cancelled.
  func next() async -> News? {
    await withTaskCancellationHandler {
      while true {
        let (news, hasOther, isEnded) = state.withLock { state in
          (state.pending.isEmpty ? nil : state.pending.removeFirst(), state.hasOther, state.isEnded)
        }
        if isEnded { return nil }
        if let news { return news }
        if hasOther { await waitForOther() } else { await sleep() }
      }
    } onCancel: {
      wake { $0.isEnded = true }
      state.withLock { $0.hearing }?.cancel()
      demand.end()
    }
  }
}

extension Listener {
  private func otherHasEnded(_ last: News?) {
    wake { state in
      state.hasOther = false
      if let last { state.pending.append(last) }
    }
  }

  private func wake(_ change: (inout State) -> Void) {
    let (waiting, sleeping) = state.withLock { state in
      change(&state)
      defer { (state.waiting, state.sleeping) = (nil, nil) }
      return (state.waiting, state.sleeping)
    }
    waiting?.resume()
    sleeping?.cancel()
  }

  private func waitForOther() async {
    await withCheckedContinuation { continuation in
      let isNeeded = state.withLock { state in
        let isNeeded = state.pending.isEmpty && state.hasOther && !state.isEnded
        if isNeeded { state.waiting = continuation }
        return isNeeded
      }
      if isNeeded { demand.make() } else { continuation.resume() }
    }
  }

  private func sleep() async {
    let executor = currentTaskExecutor
    // It begins within the lock: else it could sleep already, and count as being at rest, while what it is told does not
    // find it yet.
    let sleeping = state.withLock { [clock] state -> Task<Void, Never>? in
      guard state.pending.isEmpty, !state.isEnded else { return nil }
      let sleeping = Task(executorPreference: executor) { _ = try? await clock.sleep(seconds: .infinity) }
      state.sleeping = sleeping
      return sleeping
    }
    await sleeping?.value
  }
}

/// Whether somebody wants more.
private final class Demand: Sendable {
  private struct State {
    var isMade = false
    var hasEnded = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  func reset() {
    state.withLock { $0.isMade = false }
  }

  func make() {
    state.withLock { state in
      state.isMade = state.waiting == nil
      defer { state.waiting = nil }
      return state.waiting
    }?.resume()
  }

  /// Nobody wants anything any more, and nobody waits for that.
  func end() {
    state.withLock { state in
      state.hasEnded = true
      defer { state.waiting = nil }
      return state.waiting
    }?.resume()
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isNeeded = state.withLock { state in
        let isNeeded = !state.isMade && !state.hasEnded
        if isNeeded { state.waiting = continuation }
        state.isMade = false
        return isNeeded
      }
      if !isNeeded { continuation.resume() }
    }
  }
}
