import Synchronization

/// Sends events to all subscribers, in order. Each subscriber has its own buffer.
///
/// Subscribers without events sleep on the clock, so that `TaskRunner.isSettled` knows that they are idle.
public final class Broadcast<Element: Sendable>: Sendable {
  private struct Weak {
    weak var subscriber: Subscriber<Element>?
  }

  private let clock: any WallClock
  private let subscribers = Mutex<[Weak]>([])

  public init(clock: any WallClock) {
    self.clock = clock
  }

  public func notify(_ element: Element) {
    let all = subscribers.withLock { subscribers in
      subscribers.removeAll { $0.subscriber == nil }
      return subscribers.compactMap(\.subscriber)
    }
    for subscriber in all { subscriber.add(element) }
  }

  /// Events from now on. Ends when the task of the subscriber is cancelled.
  /// - Parameters:
  ///   - other: A stream to merge in, whose order is preserved.
  ///   - transform: Applied to the events of `other`.
  ///   - last: The event to send when `other` has ended.
  public func subscribe(
    merging other: AsyncStream<Element>? = nil, transforming transform: (@Sendable (Element) -> Element)? = nil,
    thenSending last: Element? = nil
  ) -> AsyncStream<Element> {
    let subscriber = Subscriber(clock: clock, other, transform, then: last)
    subscribers.withLock { $0.append(Weak(subscriber: subscriber)) }
    return AsyncStream { await subscriber.next() }
  }
}

private final class Subscriber<Element: Sendable>: Sendable {
  private struct State {
    var pending: [Element] = []
    /// Whether the merged stream may send more; it sleeps then instead of the subscriber.
    var isMerging: Bool
    var isEnded = false
    var waiting: CheckedContinuation<Void, Never>?
    var sleeping: Task<Void, Never>?
    var forwarding: Task<Void, Never>?
  }

  private let clock: any WallClock
  private let state: Mutex<State>
  private let demand = Demand()

  init(
    clock: any WallClock, _ other: AsyncStream<Element>?, _ transform: (@Sendable (Element) -> Element)?,
    then last: Element?
  ) {
    self.clock = clock
    state = Mutex(State(isMerging: other != nil))
    guard let other else { return }
    let forwarding = Task(executorPreference: currentTaskExecutor) { [weak self, demand] in
      for await element in other {
        demand.reset()
        self?.add(transform?(element) ?? element)
        // Wait for demand before the next event: until then the subscriber is not idle.
        await demand.wait()
      }
      self?.mergedStreamDidEnd(last)
    }
    state.withLock { $0.forwarding = forwarding }
  }

  deinit {
    demand.end()
    let (forwarding, sleeping) = state.withLock { ($0.forwarding, $0.sleeping) }
    forwarding?.cancel()
    sleeping?.cancel()
  }

  func add(_ element: Element) {
    wake { $0.pending.append(element) }
  }

  /// nil once its task is cancelled.
  func next() async -> Element? {
    await withTaskCancellationHandler {
      while true {
        let (element, isMerging, isEnded) = state.withLock { state in
          (state.pending.isEmpty ? nil : state.pending.removeFirst(), state.isMerging, state.isEnded)
        }
        if isEnded { return nil }
        if let element { return element }
        if isMerging { await waitForMergedStream() } else { await sleep() }
      }
    } onCancel: {
      wake { $0.isEnded = true }
      state.withLock { $0.forwarding }?.cancel()
      demand.end()
    }
  }
}

extension Subscriber {
  private func mergedStreamDidEnd(_ last: Element?) {
    wake { state in
      state.isMerging = false
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

  private func waitForMergedStream() async {
    await withCheckedContinuation { continuation in
      let isNeeded = state.withLock { state in
        let isNeeded = state.pending.isEmpty && state.isMerging && !state.isEnded
        if isNeeded { state.waiting = continuation }
        return isNeeded
      }
      if isNeeded { demand.make() } else { continuation.resume() }
    }
  }

  private func sleep() async {
    let executor = currentTaskExecutor
    // Started inside the lock: else it could already sleep, and count as idle, while an event does not find it.
    let sleeping = state.withLock { [clock] state -> Task<Void, Never>? in
      guard state.pending.isEmpty, !state.isEnded else { return nil }
      let sleeping = Task(executorPreference: executor) { _ = try? await clock.sleep(seconds: .infinity) }
      state.sleeping = sleeping
      return sleeping
    }
    await sleeping?.value
  }
}

/// Whether the subscriber has requested another event.
private final class Demand: Sendable {
  private struct State {
    var isRequested = false
    var hasEnded = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  func reset() {
    state.withLock { $0.isRequested = false }
  }

  func make() {
    state.withLock { state in
      state.isRequested = state.waiting == nil
      defer { state.waiting = nil }
      return state.waiting
    }?.resume()
  }

  /// Ends all waiting. No further events are requested.
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
        let isNeeded = !state.isRequested && !state.hasEnded
        if isNeeded { state.waiting = continuation }
        state.isRequested = false
        return isNeeded
      }
      if !isNeeded { continuation.resume() }
    }
  }
}
