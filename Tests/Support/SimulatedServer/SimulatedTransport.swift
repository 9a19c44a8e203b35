import Domain
import Foundation
import Network
import Runtime
import Synchronization

/// A simulated server without sockets that fails on request.
public final class SimulatedTransport: HTTPTransport {
  private struct State {
    var server: SimulatedServer
    var faults: [ServerMoment] = []
    var changeFaults: [ServerMoment] = []
    var changes: [String] = []
    var streams: [AsyncThrowingStream<[UInt8], any Error>.Continuation] = []
    var clock: VirtualClock
  }

  private typealias Response = SimulatedServer.Response

  private let storage: Mutex<State>
  private let host: String

  public init(_ server: SimulatedServer, clock: VirtualClock) {
    storage = Mutex(State(server: server, clock: clock))
    host = server.host
  }

  /// The current state of the server.
  public var state: SimulatedServer { storage.withLock(\.server) }

  /// The requests that have changed something, or would have: `POST /api/v1/lists`.
  public var changes: [String] { storage.withLock(\.changes) }

  /// Lets the next request that changes something fail.
  public func failNextChange(_ fault: ServerMoment) { storage.withLock { $0.changeFaults.append(fault) } }

  /// Uses the clock of the next program.
  public func setClock(_ clock: VirtualClock) { storage.withLock { $0.clock = clock } }

  public func apply(_ moment: ServerMoment) {
    if moment.isFault { return storage.withLock { $0.faults.append(moment) } }
    let (events, streams) = storage.withLock { state in
      defer { if moment == .breaks { state.streams = [] } }
      return (state.server.apply(moment, now: state.clock.now), state.streams)
    }
    for stream in streams {
      for event in events { stream.yield(Array(event.utf8)) }
      if moment == .breaks { stream.finish(throwing: HTTPError.unreachable(host: host, .cut)) }
    }
  }

  public func response(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let (fault, clock) = begin(request)
    try await wait(fault == .slow ? 3 : 0, of: request, clock)
    if let fault, !fault.takesEffect { return try refusal(fault, clock).http(request) }
    let response = storage.withLock { state in state.server.response(to: request, now: state.clock.now) }
    if let fault, fault != .slow { return try await loss(fault, request, clock).http(request) }
    streamOwnPost(request, response)
    return response.http(request)
  }

  public func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStream {
    let (fault, clock) = begin(request)
    let (body, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
    let response: Response
    if let fault, fault != .slow {
      response = try await fault.takesEffect ? loss(fault, request, clock) : refusal(fault, clock)
    } else if state.refusesSession(at: request.url.path) {
      response = .invalidToken
    } else {
      storage.withLock { $0.streams.append(continuation) }
      return HTTPStream(head: Response(type: "text/event-stream", "").http(request), body: body)
    }
    continuation.finish()
    return HTTPStream(head: response.http(request), body: body)
  }
}

extension SimulatedTransport {
  private func begin(_ request: HTTPRequest) -> (ServerMoment?, VirtualClock) {
    storage.withLock { state in
      if request.url.host != host { return (.unknown, state.clock) }
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

  /// The response to a request that has no effect.
  private func refusal(_ fault: ServerMoment, _ clock: VirtualClock) throws(HTTPError) -> Response {
    func limit(_ reset: String?) -> Response {
      let headers: HTTPHeaders = reset.map { ["X-RateLimit-Limit": "300", "X-RateLimit-Reset": $0] } ?? [:]
      return .error(429, "Too many requests", headers)
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
    case .page: return Response(type: "text/html", "<html><title>Free Wi-Fi</title></html>")
    case .unauthorized: return .invalidToken
    case .forbidden: return .error(403, "This action is not allowed")
    case .suspended: return .error(403, "Your login is currently disabled")
    case .absent: return .absent
    case .gone: return .error(410, "Gone")
    case .teapot: return .error(418, "Clients like this one are not served")
    case .unprocessable: return .error(422, "Validation failed")
    case .limitedFor: return .error(429, "Too many requests", ["Retry-After": "20"])
    case .limitedUntil: return limit(later.ISO8601Format())
    case .limitedEpoch: return limit(String(Int(later.timeIntervalSince1970)))
    case .limited: return limit(nil)
    case .broken: return .error(500, "It rains into the engine")
    case .unavailable: return Response(status: 503, headers: ["Retry-After": "20"], "")
    default: return Response(status: 503, type: "text/html", "<html><title>Maintenance</title></html>")
    }
  }

  /// The lost or invalid response to a request that has taken effect.
  private func loss(
    _ fault: ServerMoment, _ request: HTTPRequest, _ clock: VirtualClock
  ) async throws(HTTPError) -> Response {
    switch fault {
    case .cut: throw .unreachable(host: host, .cut)
    case .late, .endless:
      try await wait(.infinity, of: request, clock)
      throw .timedOut(host: host, seconds: Int(request.timeout))
    case .huge: throw .tooLarge(host: host, limit: 8 << 20)
    case .empty: return Response("")
    default: return Response(#"[[{"id":{}},null],"what",{"status":[1e999]}]"#)
    }
  }

  /// The user's own posts are also sent by the stream.
  private func streamOwnPost(_ request: HTTPRequest, _ response: Response) {
    guard request.method == .post, request.url.path == "/api/v1/statuses", response.status == 200 else { return }
    let event = SimulatedServer.event("update", String(decoding: response.body, as: UTF8.self))
    for stream in storage.withLock({ $0.streams }) { stream.yield(Array(event.utf8)) }
  }
}

extension SimulatedServer.Response {
  fileprivate func http(_ request: HTTPRequest) -> HTTPResponse {
    HTTPResponse(status: status, headers: headers, body: body, url: request.url)
  }
}
