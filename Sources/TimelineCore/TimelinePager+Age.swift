import Domain
import FoundationEssentials

// MARK: - How old what is held is

extension TimelinePager {
  /// In seconds: an empty timeline is asked for again sooner, because an entry in it is what the user waits for.
  private static let maxAgeOfNothing = 10.0

  /// Whether the source is to be asked again when the timeline is shown again.
  /// - Parameter maxAge: in seconds, as `SourceCapabilities` says; nil if answers of the source do not grow old.
  public func isOld(after maxAge: Double?) -> Bool {
    guard let maxAge, !loading.isRunning else { return false }
    if let failure = lastFailure {
      // A source that asks for patience or for the user is not asked automatically.
      return !failure.error.isRateLimited && failure.retryDate == nil && age(of: failure.date) >= maxAge
    }
    switch content {
    case .loading, .cancelled, .failed: return false
    case .posts: return loadedAt.map { age(of: $0) >= maxAge } ?? false
    case .empty: return loadedAt.map { age(of: $0) >= min(maxAge, Self.maxAgeOfNothing) } ?? false
    }
  }

  private func age(of moment: Date) -> Double { abs(clock.now.timeIntervalSince(moment)) }
}
