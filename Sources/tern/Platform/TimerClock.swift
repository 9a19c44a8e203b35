import Dispatch
import Domain
import Foundation

/// The time of day, with sleeps that wake nothing but the sleeper: see ``WorkQueue``.
struct TimerClock: WallClock {
  var now: Date { Date() }

  func sleep(seconds: Double) async throws(CancellationError) {
    let (end, continuation) = AsyncStream.makeStream(of: Never.self)
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.setEventHandler { continuation.finish() }
    timer.schedule(deadline: .now() + seconds)
    timer.activate()
    // Ends with the timer or with the task.
    for await _ in end {}
    timer.cancel()
    if Task.isCancelled { throw CancellationError() }
  }
}
