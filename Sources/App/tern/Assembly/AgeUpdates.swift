import FoundationEssentials
import Runtime

/// Updates the ages on the screen while nothing else happens: when one of them is out of date, but at most once a
/// minute. Without ages that change, nothing wakes the program.
@MainActor
final class AgeUpdates {
  private static let interval = Duration.seconds(60)

  private let clock: any WallClock
  private let runner: TaskRunner
  private let update: @MainActor () -> Void
  /// The date of the next update; nil if none is due.
  private var due: Date?
  private var lastUpdate: Date?
  private var task: Task<Void, Never>?

  init(clock: any WallClock, runner: TaskRunner, update: @escaping @MainActor () -> Void) {
    self.clock = clock
    self.runner = runner
    self.update = update
  }

  /// - Parameter nextChange: the date of the first change of a drawn age, as the time since 1970; nil without ages.
  func didDraw(nextChange: Duration?) {
    let earliest = lastUpdate?.addingTimeInterval(Self.interval / .seconds(1)) ?? .distantPast
    let next = nextChange.map { max(Date(timeIntervalSince1970: $0 / .seconds(1)), earliest) }
    guard next != due else { return }
    task?.cancel()
    task = nil
    due = next
    guard let next else { return }
    task = runner.start(for: self) { [weak self, clock] in
      try? await clock.sleep(seconds: next.timeIntervalSince(clock.now))
      guard let self, !Task.isCancelled else { return }
      due = nil
      lastUpdate = clock.now
      update()
      // An unchanged screen is not drawn.
      if due == nil { didDraw(nextChange: nextChange) }
    }
  }
}
