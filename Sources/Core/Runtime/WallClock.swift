import Dispatch
import FoundationEssentials

/// The clock that all code reads and sleeps on, so that tests can set the time.
public protocol WallClock: Sendable {
  var now: Date { get }

  /// Sleeps for a duration.
  func sleep(seconds: Double) async throws(CancellationError)

  /// Starts background work that sleeps on this clock. It must end soon after its task is cancelled.
  @discardableResult
  func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never>
}

extension WallClock {
  @discardableResult
  public func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task(executorPreference: currentTaskExecutor) { await work() }
  }

  public func sleep(for duration: Duration) async throws(CancellationError) {
    try await sleep(seconds: duration / .seconds(1))
  }

  /// Whether a date is less than a duration away. Both directions count, since the clock may be set back.
  public func isWithin(_ duration: Duration, of date: Date) -> Bool {
    abs(now.timeIntervalSince(date)) < duration / .seconds(1)
  }

  /// Starts a task that sleeps until a date. Its value is false if it was cancelled before.
  public func startSleep(until date: Date) -> Task<Bool, Never> {
    Task(executorPreference: currentTaskExecutor) {
      (try? await sleep(seconds: max(0, date.timeIntervalSince(now)))) != nil
    }
  }

  /// When to retry after a server has named a date. At least one second from now, as the server's clock may be behind.
  public func retryDate(after moment: Date) -> Date {
    max(moment, now.addingTimeInterval(1))
  }
}

/// The system time. A sleep is a timer of the main queue: after the first `Task.sleep`, Dispatch on Linux checks its
/// thread pool once a second forever, and an idle Tern must not wake up.
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
    // Ends when the timer fires or the task is cancelled.
    for await _ in end {}
    timer.cancel()
    if Task.isCancelled { throw CancellationError() }
  }
}
