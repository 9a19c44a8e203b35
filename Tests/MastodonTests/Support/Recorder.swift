import Synchronization

final class Recorder: Sendable {
  private let noted = Mutex<[ClosedRange<Double>]>([])

  var ranges: [ClosedRange<Double>] { noted.withLock { $0 } }

  func note(_ range: ClosedRange<Double>) { noted.withLock { $0.append(range) } }
}
