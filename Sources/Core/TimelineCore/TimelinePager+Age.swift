import Domain
import FoundationEssentials

// MARK: - Age of the loaded posts

extension TimelinePager {
  /// In seconds. An empty timeline is refreshed sooner, because the user is waiting for its first entry.
  private static let maxAgeOfEmptyPage = 10.0

  /// Whether to refresh the timeline when it is shown again.
  /// - Parameter maxAge: in seconds, from `SourceCapabilities`; nil if pages of the source do not expire.
  public func isOld(after maxAge: Double?) -> Bool {
    guard let maxAge, !loading.isRunning else { return false }
    if let failure = lastFailure {
      // No automatic retry while the source is rate limited or needs the user.
      return !failure.error.isRateLimited && failure.retryDate == nil && age(of: failure.date) >= maxAge
    }
    switch content {
    case .loading, .cancelled, .failed: return false
    case .posts: return loadedAt.map { age(of: $0) >= maxAge } ?? false
    case .empty: return loadedAt.map { age(of: $0) >= min(maxAge, Self.maxAgeOfEmptyPage) } ?? false
    }
  }

  private func age(of date: Date) -> Double { abs(clock.now.timeIntervalSince(date)) }
}
