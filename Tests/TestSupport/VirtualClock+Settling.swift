import Domain
import Foundation
import Runtime

extension VirtualClock {
  /// Returns when nothing can happen until the clock advances; false if work never settles.
  @MainActor @discardableResult
  public func settle(_ runner: TaskRunner) async -> Bool {
    // Limited to about ten seconds of real time, which only failing tests reach.
    for round in 0..<12_000 {
      if runner.isSettled(on: self) { return true }
      if round < 2_000 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
    return false
  }

  /// Advances from one deadline to the next and settles in between.
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
