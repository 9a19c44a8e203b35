import CGlibc
import Domain
import Foundation
import Glibc
import Runtime

/// Runs the main run loop, for commands that wait for asynchronous work.
@MainActor
enum MainLoop {
  /// The executor of all work that is not bound to the main thread.
  static let workQueue = WorkQueue()

  /// Runs the run loop until an operation has finished.
  static func wait<Value: Sendable>(
    for operation: @escaping @Sendable () async throws(TimelineError) -> Value
  ) throws(CommandFailure) -> Value {
    try wait(convertingError: { (error: TimelineError) in CommandFailure(error) }, for: operation)
  }

  /// Runs the run loop until an operation has finished.
  /// - Parameters:
  ///   - convertingError: converts the operation's error.
  ///   - isLong: whether the operation may run for days. The main thread then sleeps until the main queue has work.
  ///   - onStart: called with the task, so that the caller can cancel it.
  static func wait<Value: Sendable, Failure: Error>(
    convertingError: (Failure) -> CommandFailure, isLong: Bool = false,
    onStart: (Task<Void, Never>) -> Void = { _ in },
    for operation: @escaping @Sendable () async throws(Failure) -> Value
  ) throws(CommandFailure) -> Value {
    var result: Result<Value, Failure>?
    // A task of the main actor whose work runs on `workQueue` starts no thread of Swift's own pool.
    let task = Task {
      result = await withTaskExecutorPreference(workQueue) { await Self.result(of: operation) }
    }
    onStart(task)
    while true {
      switch result {
      case .success(let value): return value
      case .failure(let error): throw convertingError(error)
      case nil where isLong: EventLoop.serveMainQueue()
      case nil: runOnce()
      }
    }
  }

  private static func result<Value: Sendable, Failure: Error>(
    of operation: @Sendable () async throws(Failure) -> Value
  ) async -> Result<Value, Failure> {
    do throws(Failure) {
      return .success(try await operation())
    } catch {
      return .failure(error)
    }
  }

  /// Runs until all work is finished or sleeping on the clock.
  static func runUntilSettled(_ runner: TaskRunner, on clock: VirtualClock) {
    while !runner.isSettled(on: clock) { runOnce() }
  }

  /// Runs until all work without an owner, such as saving the session, is finished or the time is up.
  static func runUntilUnownedWorkEnds(_ runner: TaskRunner, within seconds: Double) {
    let end = Date(timeIntervalSinceNow: seconds)
    while runner.unownedCount > 0, Date() < end { runOnce() }
  }

  private static func runOnce() {
    // Work on another thread may finish without waking this one, so check again after a moment.
    _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001))
  }
}

/// The event loop of the main thread: waits for keys, the main queue, and a terminal that accepts picture data.
///
/// Foundation's run loop would serve only the queue. Keys would have to be read on a second thread, and passing a key
/// between threads takes as long as handling it.
@MainActor
enum EventLoop {
  /// - Parameters:
  ///   - input: the descriptor of the keyboard.
  ///   - timeout: the maximum time to wait for input before `read` is called without any; nil for no limit.
  ///   - read: called when input is available or has ended, and after the timeout.
  ///   - output: the descriptor with pending output, or nil.
  ///   - send: called when that descriptor accepts output, after keys have been read.
  ///   - didServe: called at the end of each iteration, outside the main queue, so that it may run the run loop.
  static func run(
    input: Int32, timeout: () -> Duration?, read: () -> Void, output: () -> Int32?, send: () -> Void,
    didServe: () -> Void
  ) -> Never {
    let queue = _dispatch_get_main_queue_handle_4CF()
    var waiting = [input, queue].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // `poll` ignores negative descriptors.
    waiting.append(pollfd(fd: -1, events: Int16(POLLOUT), revents: 0))
    while true {
      waiting[2].fd = output() ?? -1
      let milliseconds = timeout().map { Int32(clamping: Int64(($0 / .milliseconds(1)).rounded(.up))) } ?? -1
      // A signal also ends `poll`; handled signals arrive through the queue.
      let count = poll(&waiting, 3, milliseconds)
      guard count >= 0 else { continue }
      if count == 0 || waiting[0].revents != 0 { read() }
      if waiting[1].revents != 0 { serve(queue) }
      if waiting[2].revents != 0 { send() }
      didServe()
    }
  }

  /// Waits until the main queue has work and does it.
  static func serveMainQueue() {
    let queue = _dispatch_get_main_queue_handle_4CF()
    var waiting = pollfd(fd: queue, events: Int16(POLLIN), revents: 0)
    if poll(&waiting, 1, -1) > 0 { serve(queue) }
  }

  private static func serve(_ queue: Int32) {
    var count: UInt64 = 0
    read(queue, &count, MemoryLayout.size(ofValue: count))
    _dispatch_main_queue_callback_4CF(nil)
  }
}
