/// Starts all work that goes on while the program answers keys, and knows how much of it runs.
@MainActor
public final class TaskRunner {
  /// Work that has been started and not ended; what sleeps on the clock is among it.
  public private(set) var runningCount = 0

  private let executor: (any TaskExecutor)?

  /// - Parameter executor: where the work does what it does not do on the main actor; nil is Swift's own pool of
  ///   threads.
  public init(executor: (any TaskExecutor)? = nil) {
    self.executor = executor
  }

  /// Starts work on the main actor. The work ends soon after its task is cancelled.
  @discardableResult
  public func start(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    runningCount += 1
    return Task { [executor] in
      await withTaskExecutorPreference(executor) { await work() }
      runningCount -= 1
    }
  }

  /// Whether nothing can happen any more until the clock moves or a key comes.
  public func isSettled(on clock: VirtualClock) -> Bool {
    runningCount == clock.sleeperCount
  }
}
