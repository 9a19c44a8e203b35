/// Says that nobody wants to read on.
final class StopSign {
  private var isPutUp = false

  var isUp: Bool { isPutUp || Task.isCancelled }

  func putUp() {
    isPutUp = true
  }
}
