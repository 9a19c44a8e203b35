import Network
import Runtime
import Synchronization

/// Answers as a test has it, without any socket, when the injected clock says so.
public final class ScriptedTransport: HTTPTransport {
  private struct Rule {
    let method: HTTPRequest.Method
    let path: String
    let query: [String: String]
    var answers: [ScriptedAnswer]
    var stream: ScriptedStream?

    func matches(_ request: HTTPRequest) -> Bool {
      request.method == method && request.url.path == path
        && query.allSatisfy { name, value in request.url.query.contains { $0.name == name && $0.value == value } }
    }

    /// The one that is next; the last one stays.
    mutating func nextAnswer() -> ScriptedAnswer? {
      answers.count > 1 ? answers.removeFirst() : answers.first
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

  /// All that was asked, in order.
  public var requests: [HTTPRequest] { state.withLock { $0.requests } }

  /// What was asked and not foreseen; it is answered with 404.
  public var unexpected: [HTTPRequest] { state.withLock { $0.unexpected } }

  /// From now on, requests with this method, this path and at least this query are answered so: each takes the next of
  /// `answers`, and the last one stays. What is said later goes before what was said earlier.
  public func on(
    _ method: HTTPRequest.Method, _ path: String, query: [String: String] = [:], answer answers: ScriptedAnswer...
  ) {
    state.withLock { $0.rules.append(Rule(method: method, path: path, query: query, answers: answers)) }
  }

  /// From now on, whoever asks for a stream there gets this one.
  public func on(_ path: String, query: [String: String] = [:], stream: ScriptedStream) {
    state.withLock { $0.rules.append(Rule(method: .get, path: path, query: query, answers: [], stream: stream)) }
  }

  public func response(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let (answer, _) = take(request, forStream: false)
    try await wait(answer, of: request)
    return HTTPResponse(
      status: answer.status, headers: answer.headers, body: answer.body, url: answer.url ?? request.url)
  }

  public func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStream {
    let (answer, stream) = take(request, forStream: true)
    try await wait(answer, of: request)
    if let stream { return stream.open(at: request.url).heard(request, on: clock) }
    let (body, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
    if !answer.body.isEmpty { continuation.yield(answer.body) }
    continuation.finish()
    return HTTPStream(
      head: HTTPResponse(status: answer.status, headers: answer.headers, url: request.url), body: body)
  }
}

extension ScriptedTransport {
  private func take(_ request: HTTPRequest, forStream: Bool) -> (ScriptedAnswer, ScriptedStream?) {
    state.withLock { state in
      state.requests.append(request)
      let index = state.rules.lastIndex { $0.matches(request) && (forStream || $0.stream == nil) }
      guard let index else {
        state.unexpected.append(request)
        return (.json(#"{"error": "not scripted"}"#, status: 404), nil)
      }
      if let stream = state.rules[index].stream { return (ScriptedAnswer(after: stream.latency), stream) }
      return (state.rules[index].nextAnswer() ?? ScriptedAnswer(), nil)
    }
  }

  private func wait(_ answer: ScriptedAnswer, of request: HTTPRequest) async throws(HTTPError) {
    do {
      try await clock.sleep(seconds: min(answer.latency, request.timeout))
    } catch {
      throw .cancelled
    }
    if answer.latency >= request.timeout {
      throw .timedOut(host: request.url.host, seconds: Int(min(request.timeout.rounded(.up), 1e9)))
    }
    if let error = answer.error { throw error }
  }
}
