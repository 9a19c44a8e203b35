import FoundationEssentials
import Runtime
import TerminalKit

/// Shows the selected entry in the detail pane once the selection has been unchanged for a moment. While a key is held
/// down, only the list moves.
@MainActor
final class SelectionFollower {
  /// In seconds.
  private static let delay = 0.05

  private let navigator: Navigator
  private let clock: any WallClock
  private let runner: TaskRunner
  private var task: Task<Void, Never>?
  /// When `task` may update the detail pane.
  private var updateTime = Date.distantPast

  init(navigator: Navigator, clock: any WallClock, runner: TaskRunner) {
    self.navigator = navigator
    self.clock = clock
    self.runner = runner
  }

  deinit { task?.cancel() }

  func follow(_ selection: Selection?) {
    updateTime = clock.now.addingTimeInterval(Self.delay)
    guard navigator.select(selection), task == nil else { return }
    task = runner.start(for: self) { [weak self, clock] in
      while let left = self?.updateTime.timeIntervalSince(clock.now), left > 0 {
        // If the system clock is set back, wait only once.
        guard (try? await clock.sleep(seconds: min(left, Self.delay))) != nil else { return }
        if left > Self.delay { break }
      }
      self?.task = nil
      self?.navigator.updateDetail()
    }
  }
}
