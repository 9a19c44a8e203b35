/// The threads of one account's posts.
public protocol ThreadRepository: Sendable {
  /// The thread of a post; posts that the source does not have are missing. A `cached` request returns the cached
  /// thread if there is one; `PostThread.isStale` is then true if the caller should request a fresh one.
  /// - Throws: `postUnavailable` if the source cannot show the post; `cancelled` if the task was cancelled.
  func thread(of post: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread

  /// Whether the rate limit allows requests that the user did not trigger, such as reloading a stale thread.
  var hasSpareRequests: Bool { get }
}

extension ThreadRepository {
  public var hasSpareRequests: Bool { true }
}
