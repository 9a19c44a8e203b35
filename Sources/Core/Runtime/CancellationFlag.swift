import Synchronization

/// Stops work early. Any thread may set it; the working thread checks it between steps.
public final class CancellationFlag: Sendable {
  private let isSet = Atomic(false)
  private let hasEndedWork = Atomic(false)

  public init() {}

  /// Whether work should stop: the flag is set or the current task is cancelled.
  public var isCancelled: Bool { isSet.load(ordering: .relaxed) || Task.isCancelled }

  /// Whether `shouldStop()` has stopped unfinished work.
  public var hasStopped: Bool { hasEndedWork.load(ordering: .relaxed) }

  public func cancel() {
    isSet.store(true, ordering: .relaxed)
  }

  /// Call before each step.
  /// - Returns: Whether to skip the remaining steps.
  public func shouldStop() -> Bool {
    if isCancelled { hasEndedWork.store(true, ordering: .relaxed) }
    return hasStopped
  }
}
