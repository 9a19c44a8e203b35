/// The conversations that the posts of one account stand in.
public protocol ThreadRepository: Sendable {
  /// A post with what stands above and below it, as far as the source has it. A `cached` question is answered with what is
  /// kept, where something is: `PostThread.isOld` says whether the source is to be asked.
  /// - Throws: `postUnavailable` where the source cannot show the post; `cancelled` soon after the task has been
  ///   cancelled; else why the source has no answer.
  func thread(of post: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread

  /// Whether the source may be asked for what nobody has asked for.
  var hasRoom: Bool { get }
}

extension ThreadRepository {
  public var hasRoom: Bool { true }
}
