import Synchronization

/// Ends work before its time. Any thread may set it; whoever works looks at it between two steps.
public final class CancellationFlag: Sendable {
  private let isSet = Atomic(false)
  private let hasEndedWork = Atomic(false)

  public init() {}

  /// Whether work is to end: somebody has set the flag, or the task that asks is cancelled.
  public var isCancelled: Bool { isSet.load(ordering: .relaxed) || Task.isCancelled }

  /// Whether `shouldStop()` has ended work that had more to do.
  public var hasStopped: Bool { hasEndedWork.load(ordering: .relaxed) }

  public func cancel() {
    isSet.store(true, ordering: .relaxed)
  }

  /// To be asked before each further step.
  /// - Returns: whether to leave it at the steps before.
  public func shouldStop() -> Bool {
    if isCancelled { hasEndedWork.store(true, ordering: .relaxed) }
    return hasStopped
  }
}
