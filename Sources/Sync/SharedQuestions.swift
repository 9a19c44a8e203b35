import Domain
import Runtime
import Synchronization

/// Questions that are asked once at a time, however many wait for the answer.
///
/// Whoever's task is cancelled hears so at once; when nobody waits any more, the question is withdrawn.
final class SharedQuestions<Key: Hashable & Sendable, Answer: Sendable>: Sendable {
  typealias Ask = @Sendable () async throws(TimelineError) -> Answer

  private let flights = Mutex<[Key: Flight]>([:])

  /// - Parameter ask: called where nobody has asked this already.
  /// - Throws: what `ask` throws; `cancelled` for whoever waits no more.
  func answer(to key: Key, _ ask: @escaping Ask) async throws(TimelineError) -> Answer {
    if Task.isCancelled { throw .cancelled }
    let (silence, waiter) = AsyncStream.makeStream(of: Never.self)
    let flight = flights.withLock { flights in
      let flight = flights[key] ?? Flight()
      flights[key] = flight
      flight.join(waiter) { [weak self] flight in
        let result = await Self.result(of: ask)
        self?.remove(flight, for: key)
        flight.end(result)
      }
      return flight
    }
    // Ends with the answer or with the task of whoever waits.
    for await _ in silence {}
    if let result = flight.result { return try result.get() }
    // At one stroke: nobody may join a question that is about to be withdrawn.
    let abandoned = flights.withLock { flights in
      let task = flight.leave()
      if task != nil, flights[key] === flight { flights[key] = nil }
      return task
    }
    abandoned?.cancel()
    throw .cancelled
  }

  private static func result(of ask: Ask) async -> Result<Answer, TimelineError> {
    do throws(TimelineError) {
      return .success(try await ask())
    } catch {
      return .failure(error)
    }
  }

  private func remove(_ flight: Flight, for key: Key) {
    flights.withLock { if $0[key] === flight { $0[key] = nil } }
  }
}

extension SharedQuestions {
  /// A question on its way.
  private final class Flight: Sendable {
    private struct State {
      var task: Task<Void, Never>?
      var waiters: [AsyncStream<Never>.Continuation] = []
      var waiting = 0
      var result: Result<Answer, TimelineError>?
    }

    private let state = Mutex(State())

    var result: Result<Answer, TimelineError>? { state.withLock(\.result) }

    /// - Parameter work: started with the first one who waits, where the task at hand prefers its work to be done.
    func join(_ waiter: AsyncStream<Never>.Continuation, work: @escaping @Sendable (Flight) async -> Void) {
      let isOver = state.withLock { state in
        state.waiting += 1
        guard state.result == nil else { return true }
        state.waiters.append(waiter)
        if state.task == nil { state.task = Task(executorPreference: currentTaskExecutor) { await work(self) } }
        return false
      }
      if isOver { waiter.finish() }
    }

    /// - Returns: the question, where nobody waits for it any more.
    func leave() -> Task<Void, Never>? {
      state.withLock { state in
        state.waiting -= 1
        return state.waiting == 0 ? state.task : nil
      }
    }

    func end(_ result: Result<Answer, TimelineError>) {
      let waiters = state.withLock { state in
        state.result = result
        defer { (state.waiters, state.task) = ([], nil) }
        return state.waiters
      }
      for waiter in waiters { waiter.finish() }
    }
  }
}
