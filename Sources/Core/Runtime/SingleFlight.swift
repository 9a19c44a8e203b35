import Synchronization

/// Shares work among concurrent requests for the same key. The work prefers the executor of the first request's task. A
/// cancelled request stops waiting; when the last one is cancelled, so is the work.
public final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Flight {
    var id: Int
    var task: Task<Void, Never>?
    var waiters: [Int: CheckedContinuation<Value?, Never>] = [:]
  }

  private struct State {
    var flights: [Key: Flight] = [:]
    var lastID = 0

    mutating func nextID() -> Int {
      lastID += 1
      return lastID
    }
  }

  private let state = Mutex(State())

  public init() {}

  /// - Parameter work: Called unless the work for the key is already running.
  /// - Returns: nil soon after the requesting task was cancelled.
  public func value(of key: Key, _ work: @escaping @Sendable () async -> Value) async -> Value? {
    let waiter = state.withLock { $0.nextID() }
    let executor = currentTaskExecutor
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: nil) }
        join(key, as: waiter, continuation, executor, work)
        // `onCancel` may have run before the continuation was stored.
        if Task.isCancelled { leave(key, waiter) }
      }
    } onCancel: {
      leave(key, waiter)
    }
  }

  private func join(
    _ key: Key, as waiter: Int, _ continuation: CheckedContinuation<Value?, Never>,
    _ executor: (any TaskExecutor)?, _ work: @escaping @Sendable () async -> Value
  ) {
    state.withLock { state in
      if state.flights[key] != nil {
        state.flights[key]?.waiters[waiter] = continuation
        return
      }
      let id = state.nextID()
      let task = Task(executorPreference: executor) {
        let value = await work()
        self.complete(key, id, value)
      }
      state.flights[key] = Flight(id: id, task: task, waiters: [waiter: continuation])
    }
  }

  private func complete(_ key: Key, _ id: Int, _ value: Value) {
    let waiters = state.withLock { state in
      guard let flight = state.flights[key], flight.id == id else { return [CheckedContinuation<Value?, Never>]() }
      state.flights[key] = nil
      return Array(flight.waiters.values)
    }
    for waiter in waiters { waiter.resume(returning: value) }
  }

  private func leave(_ key: Key, _ waiter: Int) {
    let (continuation, task) = state.withLock { state in
      let continuation = state.flights[key]?.waiters.removeValue(forKey: waiter)
      guard continuation != nil, state.flights[key]?.waiters.isEmpty == true else {
        return (continuation, Task<Void, Never>?.none)
      }
      let task = state.flights.removeValue(forKey: key)?.task
      return (continuation, task)
    }
    task?.cancel()
    continuation?.resume(returning: nil)
  }
}
