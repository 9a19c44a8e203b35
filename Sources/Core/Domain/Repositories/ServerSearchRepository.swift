/// Searches at the account's server, beyond the cached posts.
public protocol ServerSearchRepository: Sendable {
  /// The host of the server, for messages.
  var host: String { get }
  /// Whether the server is known to support search.
  var isAvailable: Bool { get }

  /// The results for a query.
  /// - Parameter words: The query as typed; the server interprets it.
  /// - Throws: `unknownTimeline` if the server does not support search; `cancelled` soon after the task was cancelled;
  ///   any other `TimelineError` if the server cannot respond.
  func matches(of words: String, _ freshness: Freshness) async throws(TimelineError) -> ServerMatches
}
