/// What the server of an account finds among all that it knows, beside what is kept here.
public protocol ServerSearchRepository: Sendable {
  /// The server, for people.
  var host: String { get }
  /// Whether the server can be looked through, as far as is known.
  var isOffered: Bool { get }

  /// What it finds for words as they were typed: conditions are the server's own.
  /// - Throws: `unknownTimeline` where the server cannot be looked through; `cancelled` soon after the task has been
  ///   cancelled; else why it has no answer.
  func matches(of words: String, _ freshness: Freshness) async throws(TimelineError) -> ServerMatches
}
