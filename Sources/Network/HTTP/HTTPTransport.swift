/// Brings questions to servers and answers back. Nothing is kept: no cookies, no cache, no retry.
public protocol HTTPTransport: Sendable {
  /// The whole answer. Redirects are followed, three at most, never from HTTPS to HTTP. A request with a token, and one
  /// that changes something, is not followed to another origin, and the latter never as a request of another method.
  /// - Throws: why there is none; `cancelled` soon after the task has been cancelled. An answer that says no is none of
  ///   these: its status tells.
  func response(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse

  /// An answer that goes on until one of both ends it, or it is silent for longer than it may be. `timeout` holds for its
  /// head. Of server-sent events, comments that stand alone are not handed out: they say that the connection lives.
  /// - Throws: as `response`, until the head is there; the body's stream then throws `HTTPError`.
  func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStream
}

/// Why there is no answer.
public enum HTTPError: Error, Hashable, Sendable {
  /// No network, no such name, refused, or cut: nothing that can be asked anew at once.
  case unreachable(host: String, Unreachable)
  /// No answer in this many seconds.
  case timedOut(host: String, seconds: Int)
  /// No connection in this many seconds: nothing has been sent.
  case notConnected(host: String, seconds: Int)
  /// The certificate is not good, in the library's words: it has expired, is another host's, or nobody vouches for it.
  case untrusted(host: String, reason: String)
  /// It redirects in a circle, too often, or to where nobody is to be led.
  case badRedirect(host: String)
  /// It redirects to another origin, to which this request is not sent.
  /// - mayHaveArrived: whether the host may have done what was asked before it redirected.
  case redirected(host: String, to: HTTPAddress, mayHaveArrived: Bool)
  /// It is on this machine or in its own network, where the request may reach nobody (`HostPolicy`).
  case notPublic(host: String)
  /// More came than any answer may hold.
  case tooLarge(host: String, limit: Int)
  /// What came is no HTTP, or what was to be sent would have been none.
  case malformed(host: String, reason: String)
  /// There is nothing on this machine that could ask, in words for the person: libcurl is missing.
  case noTransport(reason: String)
  /// The file that was to be sent cannot be read to its end.
  case fileUnreadable(UploadFileError)
  /// Nobody waits for the answer any more.
  case cancelled

  public enum Unreachable: Hashable, Sendable {
    case unknownHost, refused, noRoute
    /// The connection broke before the answer was whole.
    case cut
    /// The connection broke before anything was sent: while both sides introduced themselves.
    case brokenOff
    /// The proxy that the environment names does not lead there.
    case proxy
    /// What answers does not speak TLS.
    case noTLS
  }
}

extension HTTPError {
  /// Whether the request may have arrived, so that the server may have done what it asks for. Where this is false, nothing
  /// of it has left this machine, or it has not left it whole.
  public var mayHaveArrived: Bool {
    switch self {
    case .unreachable(_, .cut), .timedOut, .badRedirect, .notPublic, .tooLarge, .malformed, .cancelled: true
    case .redirected(_, _, let mayHaveArrived): mayHaveArrived
    case .unreachable, .notConnected, .untrusted, .noTransport, .fileUnreadable: false
    }
  }

  /// Who sends on has had the request, even where nobody is reached after that.
  var afterRedirect: HTTPError {
    switch self {
    case .unreachable(let host, _): .unreachable(host: host, .cut)
    case .notConnected(let host, let seconds): .timedOut(host: host, seconds: seconds)
    default: self
    }
  }
}
