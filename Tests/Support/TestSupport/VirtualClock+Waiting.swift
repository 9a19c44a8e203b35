import Domain
import Runtime

extension VirtualClock {
  /// Returns when this many tasks sleep on the clock; false if they never do.
  public func waitForSleepers(_ count: Int) async -> Bool {
    // Limited to about ten seconds of real time, which only failing tests reach.
    for _ in 0..<10_000 {
      if sleeperCount >= count { return true }
      try? await Task.sleep(for: .milliseconds(1))
    }
    return false
  }
}
