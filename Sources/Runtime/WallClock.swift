import FoundationEssentials

/// The one clock that everything reads and sleeps on, so that a test can stand in for time.
public protocol WallClock: Sendable {
  var now: Date { get }

  /// Returns when that much time has passed; throws as soon as the task is cancelled.
  func sleep(seconds: Double) async throws(CancellationError)
}

extension WallClock {
  /// When to ask a source again that has named a moment for it. Its clock may go after ours: nobody is asked twice
  /// within a second.
  public func nextTry(after moment: Date) -> Date {
    max(moment, now.addingTimeInterval(1))
  }
}
