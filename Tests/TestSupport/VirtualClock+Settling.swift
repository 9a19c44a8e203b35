import Domain
import Foundation
import Runtime

extension VirtualClock {
  /// Returns when nothing can happen any more until the clock moves; false if work goes on for ever.
  @MainActor @discardableResult
  public func settle(_ runner: TaskRunner) async -> Bool {
    // Some ten real seconds at most: only a test that fails waits for so long.
    for round in 0..<12_000 {
      if runner.isSettled(on: self) { return true }
      if round < 2_000 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
    return false
  }

  /// Lets time pass from one deadline to the next, and all work settle between them.
  @MainActor @discardableResult
  public func advance(by seconds: Double, _ runner: TaskRunner) async -> Bool {
    let end = now.addingTimeInterval(seconds)
    guard await settle(runner) else { return false }
    while let deadline = nextDeadline, deadline <= end {
      advance(to: deadline)
      guard await settle(runner) else { return false }
    }
    advance(to: end)
    return await settle(runner)
  }
}
