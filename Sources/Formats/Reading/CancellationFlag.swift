/// Says that nobody wants to read on.
final class CancellationFlag {
  private var isPutUp = false
  /// Whether somebody has stopped there with more to read.
  private(set) var hasStopped = false

  var isUp: Bool { isPutUp || Task.isCancelled }

  func putUp() {
    isPutUp = true
  }

  /// For whoever is about to read on: whether to stop instead.
  func stops() -> Bool {
    if isUp { hasStopped = true }
    return hasStopped
  }
}
