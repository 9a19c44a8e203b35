import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// The conversations of an account at a server. The server is asked for each of them, since only it knows who has
/// answered; within five minutes, and where it does not answer, what is kept is shown.
public final class LiveThreadRepository: ThreadRepository {
  /// How long a conversation is shown as it was kept before the server is asked for it anew, in seconds.
  private static let maxAge = 300.0
  private static let maxRemembered = 500

  private let parts: LiveTimelineRepository.Parts
  private let clock: any WallClock
  private let questions = SharedQuestions<PostID, PostThread>()
  private let askedAt = Mutex<[PostID: Date]>([:])

  public init(_ parts: LiveTimelineRepository.Parts, clock: any WallClock) {
    self.parts = parts
    self.clock = clock
  }

  public func thread(of post: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread {
    if freshness == .cached, isRecent(post.id), var kept = try? await parts.threads.thread(of: post, .cached) {
      kept.asOf = askedAt.withLock { $0[post.id] }
      return kept
    }
    do throws(TimelineError) {
      return try await questions.answer(to: post.id) { [weak self] () throws(TimelineError) in
        guard let self else { throw .cancelled }
        return try await ask(for: post.id)
      }
    } catch .cancelled {
      throw .cancelled
    } catch .postUnavailable(let id, let reason) {
      if reason == .deleted { try? await parts.cache.delete(id) }
      throw .postUnavailable(id: id, reason: reason)
    } catch {
      guard freshness == .cached, var kept = try? await parts.threads.thread(of: post, .cached) else { throw error }
      kept.failure = error
      kept.asOf = askedAt.withLock { $0[post.id] }
      return kept
    }
  }

  private func ask(for id: PostID) async throws(TimelineError) -> PostThread {
    var thread = try await parts.remote.thread(of: id)
    thread.assign(to: parts.account)
    let posts = thread.posts
    try await parts.keep { cache throws(StoreError) in _ = try await cache.store(posts) }
    let now = clock.now
    thread.asOf = now
    askedAt.withLock { askedAt in
      if askedAt.count >= Self.maxRemembered { askedAt = [:] }
      askedAt[id] = now
    }
    return thread
  }

  private func isRecent(_ id: PostID) -> Bool {
    guard let asked = askedAt.withLock({ $0[id] }) else { return false }
    return abs(clock.now.timeIntervalSince(asked)) < Self.maxAge
  }
}
