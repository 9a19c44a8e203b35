/// Searches at the server of an account.
public protocol SearchServerUseCase: Sendable {
  /// Results for a text.
  /// - Parameter isRefresh: whether to request them again instead of using the cache.
  /// - Throws: `unknownTimeline` if the server has no search; any other `TimelineError` if it cannot respond.
  func callAsFunction(_ words: String, isRefresh: Bool) async throws(TimelineError) -> ServerMatches
}

public struct SearchServer: SearchServerUseCase {
  private let server: any ServerSearchRepository

  public init(server: any ServerSearchRepository) {
    self.server = server
  }

  public func callAsFunction(_ words: String, isRefresh: Bool) async throws(TimelineError) -> ServerMatches {
    try await server.matches(of: words, isRefresh ? .fresh : .cached)
  }
}
