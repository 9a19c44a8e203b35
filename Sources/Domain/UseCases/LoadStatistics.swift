import FoundationEssentials
import Runtime

/// Says what the posts of an account come to.
public protocol LoadStatisticsUseCase: Sendable {
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
