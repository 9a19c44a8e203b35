/// Searches at the account's server, beyond the cached posts.
public protocol ServerSearchRepository: Sendable {
  /// The host of the server, for messages.
  var host: String { get }
  /// Whether the server is known to support search.
  var isAvailable: Bool { get }

  /// The results for a query.
  /// - Parameter words: the query as typed; the server interprets it.
  /// - Throws: `unknownTimeline` if the server does not support search; `cancelled` soon after the task was cancelled.
  func matches(of words: String, _ freshness: Freshness) async throws(TimelineError) -> ServerMatches

  /// A post by its URL on any server; the server fetches it if necessary.
  /// - Returns: nil if the server finds none.
  func post(at address: String) async throws(TimelineError) -> Post?
}

extension ServerSearchRepository {
  public var isAvailable: Bool { true }

  /// For servers that do not fetch posts.
  public func post(at address: String) async throws(TimelineError) -> Post? { nil }
}
