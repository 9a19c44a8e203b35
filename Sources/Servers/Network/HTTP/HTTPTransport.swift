/// Sends requests and returns responses. Stateless: no cookies, no cache, no retries.
public protocol HTTPTransport: Sendable {
  /// The complete response. At most three redirects are followed, never from HTTPS to HTTP. Requests with a token, and
  /// those that change something, are not redirected to another origin, and the latter never with another method.
  /// - Throws: `HTTPError` if there is no response; `cancelled` soon after the task was cancelled. Error statuses do
  ///   not throw.
  func response(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse

  /// A streamed response, until either side ends it or it is silent for too long. `timeout` applies to its head.
  /// Comments between server-sent events are not delivered.
  /// - Throws: as `response`, until the head has arrived; the body's stream then throws `HTTPError`.
  func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStream
}

/// The reason that there is no response.
public enum HTTPError: Error, Hashable, Sendable {
  /// No network, unknown host, refused, or interrupted: an immediate retry is pointless.
  case unreachable(host: String, UnreachableReason)
  /// No response within this many seconds.
  case timedOut(host: String, seconds: Int)
  /// No connection within this many seconds: nothing was sent.
  case notConnected(host: String, seconds: Int)
  /// The certificate is invalid, with the library's message: expired, of another host, or not trusted.
  case untrusted(host: String, reason: String)
  /// Too many redirects, or one to an unsupported address.
  case badRedirect(host: String)
  /// A redirect to another origin, to which this request is not sent.
  /// - mayHaveArrived: whether the host may have processed the request before redirecting.
  case redirected(host: String, to: HTTPAddress, mayHaveArrived: Bool)
  /// The host is on this computer or a private network, which the `HostPolicy` of the request excludes.
  case notPublic(host: String)
  /// The response is too large.
  case tooLarge(host: String, limit: Int)
  /// The response or the request is not valid HTTP.
  case malformed(host: String, reason: String)
  /// Requests are impossible on this computer, with a message for the user: libcurl is missing.
  case noTransport(reason: String)
  /// The file to send could not be read.
  case fileUnreadable(UploadFileError)
  /// The request was cancelled.
  case cancelled

  public enum UnreachableReason: Hashable, Sendable {
    case unknownHost, refused, noRoute
    /// The connection broke before the response was complete.
    case cut
    /// The connection broke during the handshake, before anything was sent.
    case handshakeFailed
    /// The proxy of the environment does not reach the host.
    case proxy
    /// The host does not support TLS.
    case noTLS
    /// Tern was told to send nothing.
    case offlineMode
  }
}

extension HTTPError {
  /// Whether the server may have processed the request. If false, it was not sent, or not completely.
  public var mayHaveArrived: Bool {
    switch self {
    case .unreachable(_, .cut), .timedOut, .badRedirect, .notPublic, .tooLarge, .malformed, .cancelled: true
    case .redirected(_, _, let mayHaveArrived): mayHaveArrived
    case .unreachable, .notConnected, .untrusted, .noTransport, .fileUnreadable: false
    }
  }

  /// The error after a redirect: the first host has received the request.
  var afterRedirect: HTTPError {
    switch self {
    case .unreachable(let host, _): .unreachable(host: host, .cut)
    case .notConnected(let host, let seconds): .timedOut(host: host, seconds: seconds)
    default: self
    }
  }
}
