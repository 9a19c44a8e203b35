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
  private let state: Mutex<(answers: [Answer], requests: [Request])>

  /// The answers are given one after another; the last one stays.
  init(_ answers: [Answer], clock: VirtualClock) {
    self.clock = clock
    state = Mutex((answers, []))
  }

  var requests: [Request] { state.withLock { $0.requests } }

  func callAsFunction(of id: PostID) async throws(TimelineError) -> PostThread {
    try await answer(.thread(id))
  }

  func refreshed(_ id: PostID) async throws(TimelineError) -> PostThread {
    try await answer(.refreshed(id))
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
