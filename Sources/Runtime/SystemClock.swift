import Dispatch
import FoundationEssentials

/// The time of day. A sleep is a timer of the main queue: after the first `Task.sleep`, Dispatch for Linux would look
/// after its pool of threads once a second for good, and a Tern that nobody touches shall not wake.
public struct SystemClock: WallClock {
  public init() {}

  public var now: Date { Date() }

  public func sleep(seconds: Double) async throws(CancellationError) {
    let (end, continuation) = AsyncStream.makeStream(of: Never.self)
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
