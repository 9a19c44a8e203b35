import Domain
import Runtime
import Synchronization

/// Returns the given responses, each after its time on the clock, and records the requests.
final class StubThreads: ThreadRepository {
  enum Request: Hashable {
    case thread(PostID)
    case refreshed(PostID)
  }

  struct Response {
    var result: Result<PostThread, TimelineError>
    var seconds: Double = 0
  }

  private let clock: VirtualClock
  let hasSpareRequests: Bool
  private let state: Mutex<(answers: [Response], requests: [Request])>

  /// Each request uses the next response; the last one is repeated.
  init(_ answers: [Response], hasSpareRequests: Bool = true, clock: VirtualClock) {
    self.hasSpareRequests = hasSpareRequests
    self.clock = clock
    state = Mutex((answers, []))
  }

  var requests: [Request] { state.withLock { $0.requests } }

  func thread(of post: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread {
    try await answer(freshness == .fresh ? .refreshed(post.id) : .thread(post.id))
  }

  private func answer(_ request: Request) async throws(TimelineError) -> PostThread {
    let answer = state.withLock { state in
      state.requests.append(request)
      return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
    }
    // It also responds to a cancelled caller, which has to ignore it.
    try? await clock.sleep(seconds: answer.seconds)
    return try answer.result.get()
  }
}
