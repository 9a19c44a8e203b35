import Domain
import Foundation
import Network
import Runtime
import Synchronization

/// A fake Mastodon server without sockets that fails on request.
final class WalkServer: HTTPTransport {
  static let host = "walk.example"

  struct State {
    var model: ServerModel
    var faults: [ServerMoment] = []
    /// Faults of the next requests that change something.
    var changeFaults: [ServerMoment] = []
    /// The requests that change something: `POST /api/v1/lists`.
    var changes: [String] = []
    var streams: [AsyncThrowingStream<[UInt8], any Error>.Continuation] = []
    var clock: VirtualClock
  }

  let state: Mutex<State>

  init(clock: VirtualClock) {
    state = Mutex(State(model: ServerModel(now: clock.now), clock: clock))
  }

  /// The text of each post that it has ever accepted.
  var acceptedTexts: Set<String> { state.withLock { $0.model.accepted } }

  /// The data that the user manages in addition to posts.
  var managed: ManagedState { state.withLock(\.model.managed) }

  /// The number of scheduled posts, of conversations, and of accounts whose notifications are held back.
  var counts: (scheduled: Int, conversations: Int, held: Int) {
    state.withLock { ($0.model.scheduled.count, $0.model.conversations.count, $0.model.requests.count) }
  }

  /// The server's treatment of notifications, by their senders.
  var policy: [String: String] { state.withLock(\.model.policy) }

  /// The requests that have changed something, or would have: `POST /api/v1/lists`.
  var changes: [String] { state.withLock(\.changes) }

  /// Lets the next request that changes something fail.
  func failNextChange(_ fault: ServerMoment) { state.withLock { $0.changeFaults.append(fault) } }

  /// The text of each of its posts.
  var texts: [String] { state.withLock { $0.model.entries.map(\.text) } }

  /// Uses the clock of the next program.
  func setClock(_ clock: VirtualClock) { state.withLock { $0.clock = clock } }

  func apply(_ moment: ServerMoment) {
    if moment.isFault { return state.withLock { $0.faults.append(moment) } }
    let (events, streams) = state.withLock { state in
      let events = state.model.apply(moment, now: state.clock.now)
      if moment == .breaks {
        defer { state.streams = [] }
        return (events, state.streams)
      }
      return (events, state.streams)
    }
    for stream in streams {
      for event in events { stream.yield(Array(event.utf8)) }
      if moment == .breaks { stream.finish(throwing: HTTPError.unreachable(host: Self.host, .cut)) }
    }
  }

  func response(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let (fault, clock) = begin(request)
    try await wait(fault == .slow ? 3 : 0, of: request, clock)
    if let fault, !fault.takesEffect { return try refusal(fault, request, clock) }
    let modelResponse = state.withLock { state in state.model.response(to: request, now: state.clock.now) }
    if let fault, fault != .slow { return try await loss(fault, request, clock) }
    streamOwnPost(request, modelResponse)
    return response(modelResponse.status, modelResponse.body, request)
  }

  func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStream {
    let (fault, clock) = begin(request)
    if let fault, fault != .slow {
      return HTTPStream(
        head: try await fault.takesEffect ? loss(fault, request, clock) : refusal(fault, request, clock),
        body: Self.nothing
      )
    }
    if state.withLock({ $0.model.refusesSession(at: request.url.path) }) {
      let refusal = ServerModel.invalidToken
      return HTTPStream(head: response(refusal.status, refusal.body, request), body: Self.nothing)
    }
    let (body, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
    state.withLock { $0.streams.append(continuation) }
    let head = HTTPResponse(status: 200, headers: ["Content-Type": "text/event-stream"], url: request.url)
    return HTTPStream(head: head, body: body)
  }
}

extension WalkServer {
  private static var nothing: AsyncThrowingStream<[UInt8], any Error> { AsyncThrowingStream { $0.finish() } }

  private func begin(_ request: HTTPRequest) -> (ServerMoment?, VirtualClock) {
    state.withLock { state in
      if request.url.host != Self.host { return (.unknown, state.clock) }
      if request.method != .get {
        state.changes.append("\(request.method.rawValue) \(request.url.path)")
        if !state.changeFaults.isEmpty { return (state.changeFaults.removeFirst(), state.clock) }
      }
      return (state.faults.isEmpty ? nil : state.faults.removeFirst(), state.clock)
    }
  }

  private func wait(_ seconds: Double, of request: HTTPRequest, _ clock: VirtualClock) async throws(HTTPError) {
    do {
      try await clock.sleep(seconds: min(seconds, request.timeout))
    } catch {
      throw .cancelled
    }
  }

  private func response(
    _ status: Int, _ body: String, _ request: HTTPRequest, type: String = "application/json",
    _ headers: HTTPHeaders = [:]
  ) -> HTTPResponse {
    var headers = headers
    headers.add("Content-Type", type)
    return HTTPResponse(status: status, headers: headers, body: Array(body.utf8), url: request.url)
  }

  /// The response to a request that has no effect.
  private func refusal(
    _ fault: ServerMoment, _ request: HTTPRequest, _ clock: VirtualClock
  ) throws(HTTPError) -> HTTPResponse {
    let host = request.url.host
    func no(_ status: Int, _ words: String, _ headers: HTTPHeaders = [:]) -> HTTPResponse {
      response(status, #"{"error":"\#(words)"}"#, request, headers)
    }
    func limit(_ reset: String?) -> HTTPResponse {
      no(429, "Too many requests", reset.map { ["X-RateLimit-Limit": "300", "X-RateLimit-Reset": $0] } ?? [:])
    }
    let later = clock.now.addingTimeInterval(20)
    switch fault {
    case .unknown: throw .unreachable(host: host, .unknownHost)
    case .refused: throw .unreachable(host: host, .refused)
    case .unrouted: throw .unreachable(host: host, .noRoute)
    case .proxied: throw .unreachable(host: host, .proxy)
    case .unconnected: throw .notConnected(host: host, seconds: 10)
    case .untrusted: throw .untrusted(host: host, reason: "certificate has expired")
    case .elsewhere: throw .badRedirect(host: host)
    case .page: return response(200, "<html><title>Free Wi-Fi</title></html>", request, type: "text/html")
    case .unauthorized: return no(401, "The access token is invalid")
    case .forbidden: return no(403, "This action is not allowed")
    case .suspended: return no(403, "Your login is currently disabled")
    case .absent: return no(404, "Record not found")
    case .gone: return no(410, "Gone")
    case .teapot: return no(418, "Clients like this one are not served")
    case .unprocessable: return no(422, "Validation failed")
    case .limitedFor: return no(429, "Too many requests", ["Retry-After": "20"])
    case .limitedUntil: return limit(later.ISO8601Format())
    case .limitedEpoch: return limit(String(Int(later.timeIntervalSince1970)))
    case .limited: return limit(nil)
    case .broken: return no(500, "It rains into the engine")
    case .unavailable: return response(503, "", request, ["Retry-After": "20"])
    default: return response(503, "<html><title>Maintenance</title></html>", request, type: "text/html")
    }
  }

  /// The lost or invalid response to a request that has taken effect.
  private func loss(
    _ fault: ServerMoment, _ request: HTTPRequest, _ clock: VirtualClock
  ) async throws(HTTPError) -> HTTPResponse {
    let host = request.url.host
    switch fault {
    case .cut: throw .unreachable(host: host, .cut)
    case .late, .endless:
      try await wait(.infinity, of: request, clock)
      throw .timedOut(host: host, seconds: Int(request.timeout))
    case .huge: throw .tooLarge(host: host, limit: 8 << 20)
    case .empty: return response(200, "", request)
    default: return response(200, #"[[{"id":{}},null],"what",{"status":[1e999]}]"#, request)
    }
  }

  /// The user's own posts are also sent by the stream.
  private func streamOwnPost(_ request: HTTPRequest, _ modelResponse: ServerModel.Response) {
    guard request.method == .post, request.url.path == "/api/v1/statuses", modelResponse.status == 200 else { return }
    let event = ServerModel.event("update", modelResponse.body)
    for stream in state.withLock({ $0.streams }) { stream.yield(Array(event.utf8)) }
  }
}
