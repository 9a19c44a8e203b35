/// Asks the server of an account for what it finds.
public protocol SearchServerUseCase: Sendable {
  /// - Parameter isRefresh: whether the server is asked anew.
  /// - Throws: `unknownTimeline` where the server cannot be looked through; else why it has no answer.
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
