import Domain
import Runtime
import Synchronization

/// Gives the answers that it was told to give, each after its time on the clock, and records what it was asked.
final class StubLoadThread: LoadThreadUseCase {
  enum Request: Hashable {
    case thread(PostID)
    case refreshed(PostID)
  }

  struct Answer {
    var result: Result<PostThread, TimelineError>
    var seconds: Double = 0
  }

  private let clock: VirtualClock
  let hasRoom: Bool
  private let state: Mutex<(answers: [Answer], requests: [Request])>

  /// The answers are given one after another; the last one stays.
  init(_ answers: [Answer], hasRoom: Bool = true, clock: VirtualClock) {
    self.hasRoom = hasRoom
    self.clock = clock
    state = Mutex((answers, []))
  }

  var requests: [Request] { state.withLock { $0.requests } }

  func callAsFunction(of post: PostRef, isRefresh: Bool) async throws(TimelineError) -> PostThread {
    try await answer(isRefresh ? .refreshed(post.id) : .thread(post.id))
  }

  private func answer(_ request: Request) async throws(TimelineError) -> PostThread {
    let answer = state.withLock { state in
      state.requests.append(request)
      return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
    }
    // It answers although nobody waits any more: that is for the one who asked to notice.
    try? await clock.sleep(seconds: answer.seconds)
    return try answer.result.get()
  }
}
