import Domain
import Runtime

extension VirtualClock {
  /// Returns as soon as that many tasks sleep on the clock; false if they never do.
  public func waitForSleepers(_ count: Int) async -> Bool {
    // Ten real seconds at most: only a test that fails waits for so long.
    for _ in 0..<10_000 {
      if sleeperCount >= count { return true }
      try? await Task.sleep(for: .milliseconds(1))
    }
    return false
  }
}
