import Runtime
import TerminalKit

extension Navigator {
  /// Work that takes longer lets the keys reach the screen in front.
  private static let maxKeyHold = Duration.seconds(2)

  /// Lets keys wait, from this call on, until work has opened a screen with data of this machine; at most two seconds.
  /// - Returns: The work to start.
  func holdingKeys(
    _ clock: any WallClock, _ runner: TaskRunner, during work: @escaping @MainActor () async -> Void
  ) -> @MainActor () async -> Void {
    let release = holdKeys()
    let limit = runner.start(for: self) {
      if (try? await clock.sleep(for: Self.maxKeyHold)) != nil { release() }
    }
    return {
      await work()
      limit.cancel()
      release()
    }
  }
}
