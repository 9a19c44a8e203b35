/// Starts all work that goes on while the program answers keys, and knows how much of it runs.
@MainActor
public final class TaskRunner {
  private struct Work {
    let hasOwner: Bool
    weak var owner: AnyObject?
  }

  private var running: [Int: Work] = [:]
  private var lastID = 0
  private let executor: (any TaskExecutor)?

  /// - Parameter executor: where the work does what it does not do on the main actor; nil is Swift's own pool of
  ///   threads.
  public init(executor: (any TaskExecutor)? = nil) {
    self.executor = executor
  }

  /// Work that has been started and not ended; what sleeps on the clock is among it.
  public var runningCount: Int { running.count }

  /// Work that goes on for somebody who is gone.
  public var orphanCount: Int { running.values.count { $0.hasOwner && $0.owner == nil } }

  /// Work that belongs to nobody, and so is done to its end: what is being remembered.
  public var lastingCount: Int { running.values.count { !$0.hasOwner } }

  /// Starts work on the main actor. The work ends soon after its task is cancelled.
  /// - Parameters:
  ///   - owner: who cancels it when they go; it is not kept alive.
  ///   - begins: whether what the work does before it first waits is done when this returns, so that somebody else is at
  ///     it while the main actor goes on; else the main actor comes to it later.
  @discardableResult
  public func start(
    for owner: AnyObject? = nil, begins: Bool = false, _ work: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never> {
    lastID += 1
    let id = lastID
    running[id] = Work(hasOwner: owner != nil, owner: owner)
    let whole: @MainActor () async -> Void = { [executor] in
      await withTaskExecutorPreference(executor) { await work() }
      self.running[id] = nil
    }
    return begins ? Task.immediate(operation: whole) : Task(operation: whole)
  }

  /// Whether nothing can happen any more until the clock moves or a key comes.
  public func isSettled(on clock: VirtualClock) -> Bool {
    runningCount + clock.workCount == clock.sleeperCount
  }
}

/// Where the task at hand prefers its work to be done. A task that it starts does not know by itself.
package var currentTaskExecutor: (any TaskExecutor)? {
  withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
}
