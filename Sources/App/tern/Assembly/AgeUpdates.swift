import FoundationEssentials
import Runtime

/// Updates the ages on the screen while nothing else happens: when one of them is out of date, but at most once a
/// minute. Without ages that change, nothing wakes the program.
@MainActor
final class AgeUpdates {
  /// In seconds.
  private static let interval = 60.0

  private let clock: any WallClock
  private let runner: TaskRunner
  private let update: @MainActor () -> Void
  /// When the next update is due; nil if none is.
  private var due: Date?
  private var lastUpdate: Date?
  private var task: Task<Void, Never>?

  init(clock: any WallClock, runner: TaskRunner, update: @escaping @MainActor () -> Void) {
    (self.clock, self.runner, self.update) = (clock, runner, update)
  }

  /// - Parameter end: When one of the drawn ages is out of date, as the time since 1970; nil without ages.
  func didDraw(until end: Duration?) {
    let earliest = lastUpdate?.addingTimeInterval(Self.interval) ?? .distantPast
    let next = end.map { max(Date(timeIntervalSince1970: $0 / .seconds(1)), earliest) }
    guard next != due else { return }
    task?.cancel()
    (due, task) = (next, nil)
    guard let next else { return }
    task = runner.start(for: self) { [weak self, clock] in
      try? await clock.sleep(seconds: next.timeIntervalSince(clock.now))
      guard let self, !Task.isCancelled else { return }
      (due, lastUpdate) = (nil, clock.now)
      update()
      // An unchanged screen is not drawn.
      if due == nil { didDraw(until: end) }
    }
  }
}
