/// Asks for a post and the conversation that it stands in.
public protocol LoadThreadUseCase: Sendable {
  /// - Parameter isRefresh: whether the source is asked anew, so that the answer holds what has changed there since.
  /// - Throws: `postUnavailable` where the source cannot show the post; else why it has no answer.
  func callAsFunction(of post: PostRef, isRefresh: Bool) async throws(TimelineError) -> PostThread

  /// Whether the source may be asked for what nobody has asked for.
  var hasRoom: Bool { get }
}

extension LoadThreadUseCase {
  public var hasRoom: Bool { true }
}

public struct LoadThread: LoadThreadUseCase {
  private let threads: any ThreadRepository

  public init(threads: any ThreadRepository) {
    self.threads = threads
  }

  public var hasRoom: Bool { threads.hasRoom }

  public func callAsFunction(of post: PostRef, isRefresh: Bool) async throws(TimelineError) -> PostThread {
    try await threads.thread(of: post, isRefresh ? .fresh : .cached)
  }
}
