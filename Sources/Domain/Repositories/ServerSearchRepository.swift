/// Searches everything that the account's server knows, beyond the cached posts.
public protocol ServerSearchRepository: Sendable {
  /// The host, for messages.
  var host: String { get }
  /// Whether the server is known to have a search.
  var isAvailable: Bool { get }

  /// Results for a text as it was typed; the server interprets it.
  /// - Throws: `unknownTimeline` if the server has no search; `cancelled` soon after the task was cancelled; any other
  ///   `TimelineError` if the server cannot respond.
  func matches(of words: String, _ freshness: Freshness) async throws(TimelineError) -> ServerMatches
}
