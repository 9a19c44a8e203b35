import Runtime
import TerminalKit

extension Navigator {
  /// Lets keys wait, from this call on, until work has opened a screen with data of this machine; at most two seconds.
  /// - Returns: the work to start.
  func holdingKeys(
    _ clock: any WallClock, _ runner: TaskRunner, during work: @escaping @MainActor () async -> Void
  ) -> @MainActor () async -> Void {
    let hold = KeyHold(releasing: holdKeys(), clock, runner)
    return {
      await work()
      hold.end()
    }
  }
}

/// Keys that wait until it ends, at most two seconds.
@MainActor
private final class KeyHold {
  /// Work that takes longer lets the keys reach the screen in front.
  private static let maxTime = Duration.seconds(2)

  private let release: @MainActor () -> Void
  private var limit: Task<Void, Never>?

  init(releasing release: @escaping @MainActor () -> Void, _ clock: any WallClock, _ runner: TaskRunner) {
    self.release = release
    limit = runner.start(for: self) {
      if (try? await clock.sleep(for: Self.maxTime)) != nil { release() }
    }
  }

  deinit { limit?.cancel() }

  func end() {
    limit?.cancel()
    release()
  }
}
