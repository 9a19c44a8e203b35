import Domain
import Foundation
import Runtime

/// The run loop of the main thread, for commands that wait for an answer before they go on.
@MainActor
enum MainLoop {
  /// Where everything is done that is not done on the main thread.
  static let workQueue = WorkQueue()

  /// Lets the main thread work until a question is answered.
  static func wait<Answer: Sendable>(
    for question: @escaping @Sendable () async throws(TimelineError) -> Answer
  ) throws(Failure) -> Answer {
    var result: Result<Answer, TimelineError>?
    Task {
      result = await withTaskExecutorPreference(workQueue) { await answer(to: question) }
    }
    while true {
      switch result {
      case .success(let answer): return answer
      case .failure(let error): throw Failure(error)
      case nil: runOnce()
      }
    }
  }

  private static func answer<Answer: Sendable>(
    to question: @Sendable () async throws(TimelineError) -> Answer
  ) async -> Result<Answer, TimelineError> {
    do throws(TimelineError) {
      return .success(try await question())
    } catch {
      return .failure(error)
    }
  }

  /// Runs until nothing can happen any more before the clock moves.
  static func settle(_ runner: TaskRunner, on clock: VirtualClock) {
    while !runner.isSettled(on: clock) { runOnce() }
  }

  private static func runOnce() {
    // Work may end on another thread without waking this one: look again after a moment.
    _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001))
  }
}
