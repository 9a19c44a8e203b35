/// The conversations that the posts of one account stand in.
public protocol ThreadRepository: Sendable {
  /// A post with what stands above and below it, as far as the source has it.
  /// - Throws: `postUnavailable` where the source cannot show the post; `cancelled` soon after the task has been
  ///   cancelled; else why the source has no answer.
  func thread(of post: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread
}
