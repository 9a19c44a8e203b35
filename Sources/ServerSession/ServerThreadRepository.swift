import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// The conversations of an account at a server. What is kept is shown, and the server is asked behind it, since only it
/// knows who has answered: after five minutes, and sooner where it did not answer.
public final class ServerThreadRepository: ThreadRepository {
  /// How long an answer holds, in seconds.
  private static let maxAge = 300.0
  /// How long a server that did not answer is not asked for the same again by itself, in seconds.
  private static let maxSilence = 60.0
  private static let maxRemembered = 500

  /// What has become of a question.
  private struct Asked {
    var date: Date
    var failure: TimelineError?
    /// When the server answered last.
    var answeredAt: Date?

    /// Until the server wants to be asked again, where it has said so.
    func holds(at now: Date) -> Bool {
      let age: Double
      switch failure {
      case nil, .postUnavailable: age = maxAge
      case let failure?: age = failure.retryDate.map { min(maxAge, $0.timeIntervalSince(date)) } ?? maxSilence
      }
      return abs(now.timeIntervalSince(date)) < age
    }
  }

  private let parts: ServerTimelineRepository.Parts
  private let clock: any WallClock
  private let questions = RequestCoalescer<PostID, PostThread>()
  private let asked = Mutex<[PostID: Asked]>([:])

  public init(_ parts: ServerTimelineRepository.Parts, clock: any WallClock) {
    self.parts = parts
    self.clock = clock
  }

  public var hasRoom: Bool { parts.remote.hasRoom }

  public func thread(of post: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread {
    if freshness == .cached, let kept = try? await parts.threads.thread(of: post, .cached) {
      return try shown(await parts.filters.applied(to: kept, at: clock.now), post.id)
    }
    return try await questions.answer(to: post.id) { [weak self] () throws(TimelineError) in
      guard let self else { throw .cancelled }
      return try await ask(for: post.id)
    }
  }

  /// What is kept, with what was said when the server was asked for it just now.
  private func shown(_ kept: PostThread, _ id: PostID) throws(TimelineError) -> PostThread {
    var kept = kept
    let last = asked.withLock { $0[id] }
    kept.asOf = last?.answeredAt
    guard let last, last.holds(at: clock.now) else {
      kept.isOld = true
      return kept
    }
    if case .postUnavailable? = last.failure, let failure = last.failure { throw failure }
    kept.failure = last.failure
    return kept
  }

  private func ask(for id: PostID) async throws(TimelineError) -> PostThread {
    do throws(TimelineError) {
      var thread = try await parts.remote.thread(of: id)
      thread.assign(to: parts.account)
      let posts = thread.posts
      try await parts.keep { cache throws(StoreError) in _ = try await cache.store(posts) }
      thread = await parts.filters.applied(to: thread, at: clock.now)
      thread.asOf = clock.now
      note(Asked(date: clock.now, answeredAt: clock.now), of: id)
      return thread
    } catch {
      if error == .cancelled { throw error }
      note(Asked(date: clock.now, failure: error), of: id)
      if error == .postUnavailable(id: id, reason: .deleted) {
        _ = try? await parts.cache.delete(id)
      }
      throw error
    }
  }

  private func note(_ new: Asked, of id: PostID) {
    asked.withLock { asked in
      if asked.count >= Self.maxRemembered { asked = asked.filter { $0.key == id } }
      asked[id] = Asked(date: new.date, failure: new.failure, answeredAt: new.answeredAt ?? asked[id]?.answeredAt)
    }
  }
}
