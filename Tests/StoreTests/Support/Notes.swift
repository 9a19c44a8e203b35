import Synchronization

/// What has been seen, from whatever thread.
final class Notes<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  var all: [Value] { values.withLock { $0 } }

  func note(_ value: Value) {
    values.withLock { $0.append(value) }
  }
}
