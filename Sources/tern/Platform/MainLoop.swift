import Domain
import Foundation
import Synchronization

/// The run loop of the main thread, for commands that wait for an answer before they go on.
@MainActor
enum MainLoop {
  /// Where everything is done that is not done on the main thread.
  static let workQueue = WorkQueue()

  /// Lets the main thread work until a question is answered.
  static func wait<Answer: Sendable>(
    for question: @escaping @Sendable () async throws(TimelineError) -> Answer
  ) throws(Failure) -> Answer {
<<<<<<< HEAD
    let reply = Reply<Answer>()
    Task(executorPreference: WorkerPool.shared) {
      do throws(TimelineError) {
        reply.set(.success(try await question()))
      } catch {
        reply.set(.failure(error))
      }
=======
    var result: Result<Answer, TimelineError>?
    Task {
      result = await withTaskExecutorPreference(workQueue) { await answer(to: question) }
>>>>>>> ops
    }
    while true {
      switch reply.result {
      case .success(let answer): return answer
      case .failure(let error): throw Failure(error)
      case nil: runOnce()
      }
    }
  }

<<<<<<< HEAD
  private final class Reply<Answer: Sendable>: Sendable {
    private let stored = Mutex<Result<Answer, TimelineError>?>(nil)

    var result: Result<Answer, TimelineError>? { stored.withLock { $0 } }

    func set(_ result: Result<Answer, TimelineError>) { stored.withLock { $0 = result } }
=======
  private static func answer<Answer: Sendable>(
    to question: @Sendable () async throws(TimelineError) -> Answer
  ) async -> Result<Answer, TimelineError> {
    do throws(TimelineError) {
      return .success(try await question())
    } catch {
      return .failure(error)
    }
>>>>>>> ops
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
