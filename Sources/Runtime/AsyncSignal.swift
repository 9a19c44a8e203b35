import Synchronization

/// Lets tasks wait for a signal.
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

  /// The number of signals so far. Read it before checking for work, so that no signal is missed.
  public var count: Int { state.withLock { $0.count } }

  public func signal() {
    let sleepers = state.withLock { state in
      state.count += 1
      defer { state.sleepers = [] }
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.cancel() }
  }

  /// Waits until there were more than `count` signals, or soon after the task was cancelled.
  public func wait(after count: Int) async {
    let executor = currentTaskExecutor
    // Started inside the lock: else it could already sleep, and count as idle, while `signal()` does not find it.
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
