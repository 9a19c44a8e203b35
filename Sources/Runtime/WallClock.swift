import Dispatch
import FoundationEssentials

/// The one clock that everything reads and sleeps on, so that a test can set the time.
public protocol WallClock: Sendable {
  var now: Date { get }

  /// Returns when that much time has passed; throws as soon as the task is cancelled.
  func sleep(seconds: Double) async throws(CancellationError)

  /// Starts work that nobody waits for and that sleeps on this clock. The work ends soon after its task is cancelled.
  @discardableResult
  func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never>
}

extension WallClock {
  @discardableResult
  public func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task(executorPreference: currentTaskExecutor) { await work() }
  }

  /// When to ask a source again that has named a moment for it. Its clock may go after ours: nobody is asked twice
  /// within a second.
  public func nextTry(after moment: Date) -> Date {
    max(moment, now.addingTimeInterval(1))
  }
}

/// The time of day. A sleep is a timer of the main queue: after the first `Task.sleep`, Dispatch for Linux would look
/// after its pool of threads once a second for good, and a Tern that nobody touches shall not wake.
public struct SystemClock: WallClock {
  public init() {}

  public var now: Date { Date() }

  public func sleep(seconds: Double) async throws(CancellationError) {
    let (end, continuation) = AsyncStream.makeStream(of: Never.self)
    guard seconds.isFinite else {
      for await _ in end {}
      throw CancellationError()
    }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.setEventHandler { continuation.finish() }
    timer.schedule(deadline: .now() + max(0, seconds))
    timer.activate()
    // Ends with the timer or with the task.
    for await _ in end {}
    timer.cancel()
    if Task.isCancelled { throw CancellationError() }
  }
}
