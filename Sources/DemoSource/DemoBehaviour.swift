import Domain
import FoundationEssentials
import Runtime

/// How a demo account's server answers, one request after the other.
struct DemoBehaviour {
  struct Answer {
    /// In seconds.
    var latency: Double
    /// nil where it answers as it should.
    var failure: PublishingFailure?
  }

  private let handle: String
  /// Those to come; the first one is in force.
  private var steps: ArraySlice<DemoStep>
  private var requestsOfStep = 0
  /// When the failure at hand ends, where it lasts for a time.
  private var failureEnds: Date?

  init(_ steps: [DemoStep], handle: String) {
    self.steps = steps[...]
    self.handle = handle
  }

  /// A request counts when it is made, not when it is answered: it may be withdrawn.
  mutating func nextAnswer(now: Date) -> Answer {
    if let failureEnds, now >= failureEnds { endStep() }
    guard let step = steps.first else { return Answer(latency: 0, failure: nil) }
    requestsOfStep += 1
    guard let failure = step.failure else {
      countRequest(of: step)
      return Answer(latency: step.latency, failure: nil)
    }
    if let duration = failure.duration {
      failureEnds = failureEnds ?? now.addingTimeInterval(duration)
    }
    let error = failure.error(host: step.host, handle: handle, end: failureEnds)
    // These end by themselves, or by what the person does.
    if failure.duration == nil, failure != .sessionExpired { countRequest(of: step) }
    return Answer(
      latency: step.latency, failure: PublishingFailure(error, mayHaveArrived: failure.losesOnlyTheAnswer))
  }

  /// Lifts an expired session, if a request has met it: signing in before that is no answer to it.
  mutating func userDidSignIn() {
    if steps.first?.failure == .sessionExpired, requestsOfStep > 0 { endStep() }
  }

  private mutating func countRequest(of step: DemoStep) {
    if let times = step.times, requestsOfStep >= times { endStep() }
  }

  private mutating func endStep() {
    steps = steps.dropFirst()
    requestsOfStep = 0
    failureEnds = nil
  }
}

extension WallClock {
  /// - Throws: `cancelled` where whoever waits has given up.
  func wait(seconds: Double) async throws(TimelineError) {
    if seconds > 0 {
      do {
        try await sleep(seconds: seconds)
      } catch {
        throw .cancelled
      }
    }
    if Task.isCancelled { throw .cancelled }
  }
}
