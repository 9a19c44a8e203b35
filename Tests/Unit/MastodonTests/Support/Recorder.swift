import Synchronization

final class Recorder: Sendable {
  private let values = Mutex<[ClosedRange<Double>]>([])

  var ranges: [ClosedRange<Double>] { values.withLock { $0 } }

  func record(_ range: ClosedRange<Double>) { values.withLock { $0.append(range) } }
}
