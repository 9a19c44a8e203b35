import Domain
import Foundation
import Runtime
import Testing

extension VirtualClock {
  /// Returns when nothing can happen until the clock advances. Fails the test if work never settles.
  @MainActor
  public func settle(
    _ runner: TaskRunner, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    // Limited to about ten seconds of real time, which only failing tests reach.
    for round in 0..<12_000 {
      if runner.isSettled(on: self) { return }
      if round < 2_000 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
    Issue.record(
      "not settled: \(runner.runningCount) tasks run, \(sleeperCount) of them sleep",
      sourceLocation: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: 1))
  }

  /// Advances from one deadline to the next and settles in between. Fails the test if work never settles.
  @MainActor
  public func advance(
    by seconds: Double, _ runner: TaskRunner, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    func settle() async { await self.settle(runner, fileID: fileID, filePath: filePath, line: line) }
    let end = now.addingTimeInterval(seconds)
    await settle()
    while let deadline = nextDeadline, deadline <= end {
      advance(to: deadline)
      await settle()
    }
    advance(to: end)
    await settle()
  }
}
