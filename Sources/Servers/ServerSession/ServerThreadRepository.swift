import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// The threads of an account at a server. A cached thread is returned immediately. It is marked as old after five
/// minutes, or one minute after a failed request, since only the server knows new replies.
public final class ServerThreadRepository: ThreadRepository {
  /// The time for which a response counts as current, in seconds.
  private static let maxAge = 300.0
  /// The time before a failed request is repeated automatically, in seconds.
  private static let retryInterval = 60.0
  private static let maxRemembered = 500

  /// The outcome of the last request for a thread.
  private struct LastRequest {
    var date: Date
    var failure: TimelineError?
    /// The date of the last successful response.
    var respondedAt: Date?
    /// The posts that the last successful response left out.
    var omitted = PostThread.Omitted()

    /// Whether the outcome is current. The server's retry date counts if it gave one.
    func isFresh(at now: Date) -> Bool {
      let age: Double
      switch failure {
      case nil, .postUnavailable: age = maxAge
      case let failure?: age = failure.retryDate.map { min(maxAge, $0.timeIntervalSince(date)) } ?? retryInterval
      }
      return abs(now.timeIntervalSince(date)) < age
    }
  }

  private let dependencies: ServerTimelineRepository.Dependencies
  private let clock: any WallClock
  private let requests = RequestCoalescer<PostID, PostThread>()
  private let lastRequests = Mutex<[PostID: LastRequest]>([:])

  public init(_ dependencies: ServerTimelineRepository.Dependencies, clock: any WallClock) {
    self.dependencies = dependencies
    self.clock = clock
  }

  public var hasSpareRequests: Bool { dependencies.remote.hasSpareRequests }

  /// - Throws: `postUnavailable` if the server no longer has the post.
  public func thread(of post: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread {
    if freshness == .cached, let cached = try? await dependencies.threads.thread(of: post, .cached) {
      return try withLastOutcome(await dependencies.filters.applied(to: cached, at: clock.now), post.id)
    }
    return try await requests.response(for: post.id) { [weak self] () throws(TimelineError) in
      guard let self else { throw .cancelled }
      return try await load(post.id)
    }
  }

  /// The cached thread with the outcome of the last request.
  private func withLastOutcome(_ cached: PostThread, _ id: PostID) throws(TimelineError) -> PostThread {
    var thread = cached
    let last = lastRequests.withLock { $0[id] }
    thread.asOf = last?.respondedAt
    thread.omitted = last?.omitted ?? PostThread.Omitted()
    guard let last, last.isFresh(at: clock.now) else {
      thread.isStale = true
      return thread
    }
    if case .postUnavailable? = last.failure, let failure = last.failure { throw failure }
    thread.failure = last.failure
    return thread
  }

  private func load(_ id: PostID) async throws(TimelineError) -> PostThread {
    do throws(TimelineError) {
      var thread = try await dependencies.remote.thread(of: id)
      thread.assign(to: dependencies.account)
      let posts = thread.posts
      try await dependencies.withCache { cache throws(StoreError) in _ = try await cache.store(posts) }
      thread = await dependencies.filters.applied(to: thread, at: clock.now)
      thread.asOf = clock.now
      record(LastRequest(date: clock.now, respondedAt: clock.now, omitted: thread.omitted), of: id)
      return thread
    } catch {
      if error == .cancelled { throw error }
      record(LastRequest(date: clock.now, failure: error), of: id)
      if error == .postUnavailable(id: id, reason: .deleted) {
        _ = try? await dependencies.cache.delete(id)
      }
      throw error
    }
  }

  private func record(_ new: LastRequest, of id: PostID) {
    lastRequests.withLock { lastRequests in
      if lastRequests.count >= Self.maxRemembered { lastRequests = lastRequests.filter { $0.key == id } }
      var new = new
      if new.respondedAt == nil, let last = lastRequests[id] {
        new.respondedAt = last.respondedAt
        new.omitted = last.omitted
      }
      lastRequests[id] = new
    }
  }
}
