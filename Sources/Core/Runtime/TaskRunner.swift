/// Starts all work outside the handling of keys, and counts what is running.
@MainActor
public final class TaskRunner {
  private struct Work {
    let hasOwner: Bool
    weak var owner: AnyObject?
  }

  private var running: [Int: Work] = [:]
  private var lastID = 0
  private let executor: (any TaskExecutor)?

  /// - Parameter executor: runs the work that is not on the main actor; nil for Swift's own thread pool.
  public init(executor: (any TaskExecutor)? = nil) {
    self.executor = executor
  }

  /// The number of started and unfinished tasks, including sleeping ones.
  public var runningCount: Int { running.count }

  /// The number of tasks whose owner no longer exists.
  public var orphanCount: Int { running.values.count { $0.hasOwner && $0.owner == nil } }

  /// The number of tasks without an owner, which run to their end, such as storing the session.
  public var unownedCount: Int { running.values.count { !$0.hasOwner } }

  /// Starts work on the main actor. It must end soon after its task is cancelled.
  /// - Parameters:
  ///   - owner: the object that cancels the task; not retained.
  ///   - startsImmediately: whether to run the work up to its first suspension before this returns; else it starts
  ///     later.
  @discardableResult
  public func start(
    for owner: AnyObject? = nil, startsImmediately: Bool = false, _ work: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never> {
    lastID += 1
    let id = lastID
    running[id] = Work(hasOwner: owner != nil, owner: owner)
    let whole: @MainActor () async -> Void = { [executor] in
      await withTaskExecutorPreference(executor) { await work() }
      self.running[id] = nil
    }
    return startsImmediately ? Task.immediate(operation: whole) : Task(operation: whole)
  }

  /// Whether nothing can happen until the clock advances or a key is pressed.
  public func isSettled(on clock: VirtualClock) -> Bool {
    runningCount + clock.workCount == clock.sleeperCount
  }
}

/// The preferred executor of the current task. Unstructured tasks do not inherit it.
package var currentTaskExecutor: (any TaskExecutor)? {
  withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
}
