import Synchronization

/// Wakes waiting tasks. Signals are counted, so that none is missed between checking for work and waiting.
///
/// Waiting tasks sleep on the clock, so that `TaskRunner.isSettled` knows that they are idle.
public final class AsyncSignal: Sendable {
  private struct State {
    var count = 0
    var sleepers: [Task<Void, Never>] = []
  }

  private let clock: any WallClock
  private let state = Mutex(State())

  public init(clock: any WallClock) {
    self.clock = clock
  }

  /// The number of signals so far. Read it before checking for work, and pass it to `wait(after:)`.
  public var count: Int { state.withLock { $0.count } }

  public func signal() {
    let sleepers = state.withLock { state in
      state.count += 1
      defer { state.sleepers = [] }
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.cancel() }
  }

  /// Returns when there have been more than `count` signals, or soon after the task was cancelled.
  public func wait(after count: Int) async {
    let executor = currentTaskExecutor
    // Started inside the lock. Otherwise it could already sleep, and count as idle, before `signal()` can find it.
    let sleeper = state.withLock { [clock] state -> Task<Void, Never>? in
      guard state.count == count else { return nil }
      let sleeper = Task(executorPreference: executor) { _ = try? await clock.sleep(seconds: .infinity) }
      state.sleepers.append(sleeper)
      return sleeper
    }
    guard let sleeper else { return }
    await withTaskCancellationHandler {
      await sleeper.value
    } onCancel: {
      sleeper.cancel()
    }
  }
}
