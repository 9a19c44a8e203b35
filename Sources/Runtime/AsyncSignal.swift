import Synchronization

/// Has tasks wait until others have something for them.
///
/// Whoever waits sleeps on the clock: so it is known that no work of theirs goes on (`TaskRunner.isSettled`).
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

  /// How often it has rung. Whoever asks before looking whether there is something to do misses nothing.
  public var count: Int { state.withLock { $0.count } }

  public func ring() {
    let sleepers = state.withLock { state in
      state.count += 1
      defer { state.sleepers = [] }
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.cancel() }
  }

  /// Returns when it has rung more often than that, or soon after the task has been cancelled.
  public func wait(after count: Int) async {
    let executor = currentTaskExecutor
    // It begins within the lock: else it could sleep already, and count as being at rest, while a call does not find it.
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
