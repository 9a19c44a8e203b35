import CMainQueue
import Domain
import Foundation
import Glibc
import Runtime

/// The run loop of the main thread, for commands that wait for an answer before they go on.
@MainActor
enum MainLoop {
  /// Where everything is done that is not done on the main thread.
  static let workQueue = WorkQueue()

  /// Lets the main thread work until a question is answered.
  static func wait<Answer: Sendable>(
    for question: @escaping @Sendable () async throws(TimelineError) -> Answer
  ) throws(CommandFailure) -> Answer {
    try wait(failing: { (error: TimelineError) in CommandFailure(error) }, for: question)
  }

  /// - Parameters:
  ///   - failing: what an error is to a command.
  ///   - onStart: told of the task, for whoever wants to cancel it.
  static func wait<Answer: Sendable, Refusal: Error>(
    failing: (Refusal) -> CommandFailure, onStart: (Task<Void, Never>) -> Void = { _ in },
    for question: @escaping @Sendable () async throws(Refusal) -> Answer
  ) throws(CommandFailure) -> Answer {
    var result: Result<Answer, Refusal>?
    let task = Task {
      result = await withTaskExecutorPreference(workQueue) { await answer(to: question) }
    }
    onStart(task)
    while true {
      switch result {
      case .success(let answer): return answer
      case .failure(let error): throw failing(error)
      case nil: runOnce()
      }
    }
  }

  private static func answer<Answer: Sendable, Refusal: Error>(
    to question: @Sendable () async throws(Refusal) -> Answer
  ) async -> Result<Answer, Refusal> {
    do throws(Refusal) {
      return .success(try await question())
    } catch {
      return .failure(error)
    }
  }

  /// Runs until nothing can happen any more before the clock moves.
  static func settle(_ runner: TaskRunner, on clock: VirtualClock) {
    while !runner.isSettled(on: clock) { runOnce() }
  }

  /// Lets the main thread work until all that belongs to no screen is done, but no longer than so many seconds.
  static func finish(_ runner: TaskRunner, within seconds: Double) {
    let end = Date(timeIntervalSinceNow: seconds)
    while runner.lastingCount > 0, Date() < end { runOnce() }
  }

  private static func runOnce() {
    // Work may end on another thread without waking this one: look again after a moment.
    _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001))
  }
}

/// Waits for keys, for what the main queue has to do, and for a terminal that takes pictures, on the main thread.
///
/// Foundation's run loop would do for the queue alone. Keys would come to it through a second thread, which each of
/// them had to wake first: that takes as long as the answer itself.
@MainActor
enum EventLoop {
  /// - Parameters:
  ///   - input: where keys come from.
  ///   - patience: how long it may wait before it reads all the same; nil is for ever.
  ///   - read: called when there is something to read, or will never be anything any more.
  ///   - output: where something is to be sent as it is taken; nil where nothing is.
  ///   - send: called when it is taken, after keys have been read.
  ///   - didServe: called after each piece of work, when the main queue is at rest: what is called may wait for it.
  static func run(
    input: Int32, patience: () -> Duration?, read: () -> Void, output: () -> Int32?, send: () -> Void,
    didServe: () -> Void
  ) -> Never {
    let queue = _dispatch_get_main_queue_handle_4CF()
    var waiting = [input, queue].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // What has no number is not waited for.
    waiting.append(pollfd(fd: -1, events: Int16(POLLOUT), revents: 0))
    while true {
      waiting[2].fd = output() ?? -1
      let milliseconds = patience().map { Int32(clamping: Int64(($0 / .milliseconds(1)).rounded(.up))) } ?? -1
      // A signal ends the waiting, too; those that mean something come through the queue.
      let count = poll(&waiting, 3, milliseconds)
      guard count >= 0 else { continue }
      if count == 0 || waiting[0].revents != 0 { read() }
      if waiting[1].revents != 0 { serve(queue) }
      if waiting[2].revents != 0 { send() }
      didServe()
    }
  }

  private static func serve(_ queue: Int32) {
    var count: UInt64 = 0
    read(queue, &count, MemoryLayout.size(ofValue: count))
    _dispatch_main_queue_callback_4CF(nil)
  }
}
