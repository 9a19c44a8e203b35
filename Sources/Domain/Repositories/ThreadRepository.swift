/// The threads of one account's posts.
public protocol ThreadRepository: Sendable {
  /// The thread of a post, as far as the source has it. A `cached` request returns the cached thread if there is one;
  /// `PostThread.isStale` tells whether to request it again.
  /// - Throws: `postUnavailable` if the source cannot show the post; `cancelled` soon after the task was cancelled; any
  ///   other `TimelineError` if the source cannot respond.
  func thread(of post: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread

  /// Whether the rate limit leaves requests for prefetching.
  var hasSpareRequests: Bool { get }
}

extension ThreadRepository {
  public var hasSpareRequests: Bool { true }
}
