import FoundationEssentials
import Synchronization

/// A clock that advances only with `advance(to:)`, for tests and `tern screen`. Sleepers wake in the order of their
/// deadlines.
public final class VirtualClock: WallClock {
  private struct Sleeper {
    let id: Int
    let deadline: Date
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now: Date
    var lastID = 0
    var sleepers: [Sleeper] = []
    /// The number of unfinished tasks started on this clock.
    var workCount = 0
    /// IDs of sleepers whose task was cancelled before they slept.
    var cancelled: Set<Int> = []
  }

  private let state: Mutex<State>

  public init(now: Date) {
    state = Mutex(State(now: now))
  }

  public var now: Date { state.withLock { $0.now } }

  /// The number of tasks sleeping on this clock.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// The number of unfinished tasks started with `start`.
  public var workCount: Int { state.withLock { $0.workCount } }

  @discardableResult
  public func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    state.withLock { $0.workCount += 1 }
    return Task(executorPreference: currentTaskExecutor) {
      await work()
      self.state.withLock { $0.workCount -= 1 }
    }
  }

  /// The earliest deadline; nil if no sleeper has a finite one.
  public var nextDeadline: Date? {
    state.withLock { $0.sleepers.map(\.deadline).filter { $0 < .distantFuture }.min() }
  }

  public func sleep(seconds: Double) async throws(CancellationError) {
    guard seconds > 0 else {
      if Task.isCancelled { throw CancellationError() }
      return
    }
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    do {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let isCancelled = state.withLock { state in
            if state.cancelled.remove(id) != nil { return true }
            let deadline = seconds.isFinite ? state.now.addingTimeInterval(seconds) : .distantFuture
            state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
            return false
          }
          if isCancelled { continuation.resume(throwing: CancellationError()) }
        }
      } onCancel: {
        cancel(id)
      }
    } catch {
      throw CancellationError()
    }
  }

  /// Advances to a date, never back, and wakes the sleepers due by then, earliest first.
  public func advance(to date: Date) {
    let due = state.withLock { state in
      state.now = max(state.now, date)
      let due = state.sleepers.filter { $0.deadline <= state.now }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return due
    }
    for sleeper in due.sorted(by: { ($0.deadline, $0.id) < ($1.deadline, $1.id) }) { sleeper.continuation.resume() }
  }

  private func cancel(_ id: Int) {
    let sleeper: Sleeper? = state.withLock { state in
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
