import Domain
import FoundationEssentials
import Runtime

/// The responses of a demo account's server, in the order of its requests.
struct DemoBehaviour {
  struct Response {
    /// In seconds.
    var latency: Double
    /// nil for a successful response.
    var failure: PublishingFailure?
  }

  private let handle: String
  /// The remaining steps. The first one is current.
  private var steps: ArraySlice<DemoStep>
  private var requestsOfStep = 0
  /// When the current failure ends, if it has a duration.
  private var failureEnd: Date?

  init(_ steps: [DemoStep], handle: String) {
    self.steps = steps[...]
    self.handle = handle
  }

  /// Counts a request and returns its response. Cancelled requests count, too.
  mutating func nextResponse(now: Date) -> Response {
    if let failureEnd, now >= failureEnd { advanceStep() }
    guard let step = steps.first else { return Response(latency: 0, failure: nil) }
    requestsOfStep += 1
    guard let failure = step.failure else {
      countRequest(of: step)
      return Response(latency: step.latency, failure: nil)
    }
    if let duration = failure.duration {
      failureEnd = failureEnd ?? now.addingTimeInterval(duration)
    }
    let error = failure.error(host: step.host, handle: handle, end: failureEnd)
    // A failure with a duration and an expired session do not end by the number of requests.
    if failure.duration == nil, failure != .sessionExpired { countRequest(of: step) }
    return Response(
      latency: step.latency, failure: PublishingFailure(error, mayHaveArrived: failure.losesOnlyResponse))
  }

  /// Ends the step with an expired session, if a request has failed because of it.
  mutating func userDidSignIn() {
    if steps.first?.failure == .sessionExpired, requestsOfStep > 0 { advanceStep() }
  }

  private mutating func countRequest(of step: DemoStep) {
    if let times = step.times, requestsOfStep >= times { advanceStep() }
  }

  private mutating func advanceStep() {
    steps = steps.dropFirst()
    requestsOfStep = 0
    failureEnd = nil
  }
}

extension WallClock {
  /// - Throws: `TimelineError.cancelled` if the task is cancelled.
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
