/// Loads the thread of a post.
public protocol LoadThreadUseCase: Sendable {
  /// The thread.
  /// - Parameter isRefresh: whether to request it again instead of using the cache.
  /// - Throws: `postUnavailable` if the source cannot show the post; any other `TimelineError` if it cannot respond.
  func callAsFunction(of post: PostRef, isRefresh: Bool) async throws(TimelineError) -> PostThread

  /// Whether the rate limit leaves requests for prefetching.
  var hasSpareRequests: Bool { get }
}

extension LoadThreadUseCase {
  public var hasSpareRequests: Bool { true }
}

public struct LoadThread: LoadThreadUseCase {
  private let threads: any ThreadRepository

  public init(threads: any ThreadRepository) {
    self.threads = threads
  }

  public var hasSpareRequests: Bool { threads.hasSpareRequests }

  public func callAsFunction(of post: PostRef, isRefresh: Bool) async throws(TimelineError) -> PostThread {
    try await threads.thread(of: post, isRefresh ? .fresh : .cached)
  }
}
