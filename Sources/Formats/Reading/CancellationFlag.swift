/// Says that nobody wants to read on.
package final class CancellationFlag {
  private var isPutUp = false
  /// Whether somebody has stopped there with more to read.
  package private(set) var hasStopped = false

  package init() {}

  package var isUp: Bool { isPutUp || Task.isCancelled }

  package func putUp() {
    isPutUp = true
  }

  /// For whoever is about to read on: whether to stop instead.
  package func stops() -> Bool {
    if isUp { hasStopped = true }
    return hasStopped
  }
}
