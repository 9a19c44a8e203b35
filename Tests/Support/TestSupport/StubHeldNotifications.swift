import Domain
import Foundation
import Runtime
import Synchronization

/// A server that holds back notifications. Requests take a second if the clock is given.
public final class StubHeldNotifications: HeldNotificationsRepository {
  private struct State {
    var requests: [NotificationRequest]
    var isSupported = true
    var policy = NotificationPolicy([.notFollowing: .accept, .newAccounts: .filter])
    var failure: TimelineError?
    var losesResponses = false
    var calls: [String] = []
    /// The number of questions that are answered with “not merged yet”.
    var mergeDelay = 0
  }

  private let state: Mutex<State>
  private let clock: VirtualClock?

  public init(_ requests: [NotificationRequest] = [], clock: VirtualClock? = nil) {
    state = Mutex(State(requests: requests))
    self.clock = clock
  }

  public var calls: [String] { state.withLock(\.calls) }

  /// The failure of all requests; nil if they succeed.
  public var failure: TimelineError? {
    get { state.withLock(\.failure) }
    set { state.withLock { $0.failure = newValue } }
  }

  /// Whether changes take effect although their responses fail, and reading succeeds.
  public func setLosesResponses(_ losesResponses: Bool) { state.withLock { $0.losesResponses = losesResponses } }
  public func setSupported(_ isSupported: Bool) { state.withLock { $0.isSupported = isSupported } }
  public func setMergeDelay(_ count: Int) { state.withLock { $0.mergeDelay = count } }
  public func setRequests(_ requests: [NotificationRequest]) { state.withLock { $0.requests = requests } }

  private func request(_ call: String) async throws(TimelineError) {
    state.withLock { $0.calls.append(call) }
    if let clock { do { try await clock.sleep(seconds: 1) } catch { throw .cancelled } }
    let (failure, losesResponses) = state.withLock { ($0.failure, $0.losesResponses) }
    if let failure, !losesResponses { throw failure }
  }

  /// Changes the state. The response may be lost.
  private func change<Value: Sendable>(
    _ call: String, _ change: (inout State) -> Value
  ) async throws(TimelineError) -> Value {
    try await request(call)
    let (value, failure) = state.withLock { (change(&$0), $0.failure) }
    if let failure { throw failure }
    return value
  }

  public func heldNotifications() async throws(TimelineError) -> HeldNotifications? {
    try await request("requests")
    return state.withLock { $0.isSupported ? HeldNotifications($0.requests) : nil }
  }

  public func notifications(in request: NotificationRequest) async throws(TimelineError) -> [Post] {
    try await self.request("notifications \(request.id)")
    return request.lastPost.map { [$0] } ?? []
  }

  public func accept(_ request: NotificationRequest) async throws(TimelineError) {
    try await change("accept \(request.id)") { $0.requests.removeAll { $0.id == request.id } }
  }

  public func dismiss(_ request: NotificationRequest) async throws(TimelineError) {
    try await change("dismiss \(request.id)") { $0.requests.removeAll { $0.id == request.id } }
  }

  public func areAcceptedNotificationsMerged() async throws(TimelineError) -> Bool {
    try await request("merged")
    return state.withLock { state in
      state.mergeDelay -= 1
      return state.mergeDelay < 0
    }
  }

  public func notificationPolicy() async throws(TimelineError) -> NotificationPolicy {
    try await request("policy")
    return state.withLock(\.policy)
  }

  public func setTreatment(
    _ treatment: NotificationPolicy.Treatment, of sender: NotificationPolicy.Sender
  ) async throws(TimelineError) -> NotificationPolicy {
    try await change("\(sender.rawValue) \(treatment.rawValue)") { state in
      state.policy.treatments[sender] = treatment
      return state.policy
    }
  }
}

extension NotificationRequest {
  public static func fixture(_ name: String, count: Int = 1) -> NotificationRequest {
    NotificationRequest(
      id: name.lowercased(),
      profile: Profile(id: name.lowercased(), handle: "\(name.lowercased())@far.example", name: name), count: count,
      lastPost: .fixture(id: "of-\(name.lowercased())", text: "Words of \(name)"), updatedAt: .noon)
  }
}
