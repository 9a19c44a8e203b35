import FoundationEssentials

extension WallClock {
  /// When to ask a source again that has named a moment for it. Its clock may go after ours: nobody is asked twice
  /// within a second.
  public func nextTry(after moment: Date) -> Date {
    max(moment, now.addingTimeInterval(1))
  }
}

/// The two ways in which a screen waits for a source.
extension TaskRunner {
  /// What takes no longer than this is not spoken of.
  private static let patienceSeconds = 0.1

  /// Speaks when work has taken so long that a person begins to wonder.
  public func afterPatience(
    on clock: any WallClock, speak: @escaping @MainActor () -> Void
  ) -> Task<Void, Never> {
    start {
      guard (try? await clock.sleep(seconds: Self.patienceSeconds)) != nil, !Task.isCancelled else { return }
      speak()
    }
  }

  /// Ticks now and each second until a moment, then ends; where the moment is over, it ends at once.
  /// - Parameter tick: says whether somebody still waits.
  public func countDown(
    to moment: Date, on clock: any WallClock, tick: @escaping @MainActor () -> Bool,
    end: @escaping @MainActor () -> Void
  ) -> Task<Void, Never> {
    start {
      while case let left = moment.timeIntervalSince(clock.now), left > 0 {
        guard tick(), (try? await clock.sleep(seconds: min(1, left))) != nil, !Task.isCancelled else { return }
      }
      end()
    }
  }
}
