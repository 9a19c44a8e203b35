import FoundationEssentials
import Runtime

/// Loads the statistics of an account's posts.
public protocol LoadStatisticsUseCase: Sendable {
  /// The statistics as of now.
  func callAsFunction() async throws(TimelineError) -> PostStatistics
}

public struct LoadStatistics: LoadStatisticsUseCase {
  private let statistics: any StatisticsRepository
  private let clock: any WallClock

  public init(statistics: any StatisticsRepository, clock: any WallClock) {
    self.statistics = statistics
    self.clock = clock
  }

  public func callAsFunction() async throws(TimelineError) -> PostStatistics {
    try await statistics.statistics(at: clock.now)
  }
}
