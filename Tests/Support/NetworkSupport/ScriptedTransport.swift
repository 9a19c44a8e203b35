import Domain
import Network
import Runtime
import Synchronization

/// A transport with scripted responses, without sockets, on the injected clock.
public final class ScriptedTransport: HTTPTransport {
  private struct Rule {
    let method: HTTPRequest.Method
    let path: String
    let query: [String: String]
    var token: Secret?
    var responses: [ScriptedResponse]
    var stream: ScriptedStream?

    func matches(_ request: HTTPRequest) -> Bool {
      request.method == method && request.url.path == path && (token == nil || request.token == token)
        && query.allSatisfy { name, value in request.url.query.contains { $0.name == name && $0.value == value } }
    }

    /// The next response; the last one is repeated.
    mutating func nextResponse() -> ScriptedResponse? {
      responses.count > 1 ? responses.removeFirst() : responses.first
    }
  }

  private struct State {
    var rules: [Rule] = []
    var requests: [HTTPRequest] = []
    var unexpected: [HTTPRequest] = []
  }

  private let clock: any WallClock
  private let state = Mutex(State())

  public init(clock: any WallClock) {
    self.clock = clock
  }

  /// All requests, in order.
  public var requests: [HTTPRequest] { state.withLock { $0.requests } }

  /// Requests without a rule, which get status 404.
  public var unexpected: [HTTPRequest] { state.withLock { $0.unexpected } }

  /// Adds a rule for requests with this method, path and at least this query: each gets the next of `responses`, and
  /// the last one is repeated. Later rules take precedence.
  /// - Parameter token: the token of the requests; nil for any.
  public func on(
    _ method: HTTPRequest.Method, _ path: String, query: [String: String] = [:], token: Secret? = nil,
    response responses: ScriptedResponse...
  ) {
    let rule = Rule(method: method, path: path, query: query, token: token, responses: responses)
    state.withLock { $0.rules.append(rule) }
  }

  /// Adds a rule for a stream.
  public func on(_ path: String, query: [String: String] = [:], stream: ScriptedStream) {
    state.withLock { $0.rules.append(Rule(method: .get, path: path, query: query, responses: [], stream: stream)) }
  }

  public func response(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let (scripted, _) = matchRequest(request, forStream: false)
    try await wait(scripted, of: request)
    return HTTPResponse(
      status: scripted.status, headers: scripted.headers, body: scripted.body, url: scripted.url ?? request.url)
  }

  public func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStream {
    let (scripted, stream) = matchRequest(request, forStream: true)
    try await wait(scripted, of: request)
    if let stream { return stream.open(at: request.url).delivered(request, on: clock) }
    let (body, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
    if !scripted.body.isEmpty { continuation.yield(scripted.body) }
    continuation.finish()
    return HTTPStream(
      head: HTTPResponse(status: scripted.status, headers: scripted.headers, url: request.url), body: body)
  }
}

extension ScriptedTransport {
  private func matchRequest(_ request: HTTPRequest, forStream: Bool) -> (ScriptedResponse, ScriptedStream?) {
    state.withLock { state in
      state.requests.append(request)
      let index = state.rules.lastIndex { $0.matches(request) && (forStream || $0.stream == nil) }
      guard let index else {
        state.unexpected.append(request)
        return (.json(#"{"error": "not scripted"}"#, status: 404), nil)
      }
      if let stream = state.rules[index].stream { return (ScriptedResponse(after: stream.latency), stream) }
      return (state.rules[index].nextResponse() ?? ScriptedResponse(), nil)
    }
  }

  private func wait(_ scripted: ScriptedResponse, of request: HTTPRequest) async throws(HTTPError) {
    do {
      try await clock.sleep(seconds: min(scripted.latency, request.timeout))
    } catch {
      throw .cancelled
    }
    if scripted.latency >= request.timeout {
      throw .timedOut(host: request.url.host, seconds: Int(min(request.timeout.rounded(.up), 1e9)))
    }
    if let error = scripted.error { throw error }
  }
}
