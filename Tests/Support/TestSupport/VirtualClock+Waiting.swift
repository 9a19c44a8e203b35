import Domain
import Runtime
import Testing

extension VirtualClock {
  /// Returns when this many tasks sleep on the clock. If they never do, fails the test with the number that sleep.
  /// - Returns: whether they sleep.
  public func waitForSleepers(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) async -> Bool {
    // Limited to about ten seconds of real time, which only failing tests reach.
    for _ in 0..<10_000 {
      if sleeperCount >= count { return true }
      try? await Task.sleep(for: .milliseconds(1))
    }
    Issue.record("Waited for \(count) sleepers; \(sleeperCount) sleep at \(now).", sourceLocation: sourceLocation)
    return false
  }
}
