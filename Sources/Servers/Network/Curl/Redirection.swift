/// Redirects.
enum Redirection {
  /// The maximum number of redirects in a row.
  static let limit = 3

  /// The request to make after a redirect; nil if the response is not one.
  /// - Throws: `badRedirect` for an invalid address, from HTTPS to HTTP, or if a request that changes something would
  ///   become a GET; `redirected` if another origin would receive a token or a body.
  static func next(after response: HTTPResponse, to request: HTTPRequest) throws(HTTPError) -> HTTPRequest? {
    guard [301, 302, 303, 307, 308].contains(response.status), let location = response.headers["Location"] else {
      return nil
    }
    guard let url = request.url.resolving(location) else { throw .badRedirect(host: request.url.host) }
    guard url.isSameOrigin(as: request.url) || isPlain(request) else {
      throw .redirected(
        host: request.url.host, to: url, mayHaveArrived: request.method != .get && changesMethod(response.status))
    }
    // RFC 9110, 15.4: clients may send a POST as a GET after 301 and 302, and send all requests as a GET after 303. The
    // change would be lost and the response would look like success.
    guard request.method == .get || !changesMethod(response.status) else {
      throw .badRedirect(host: request.url.host)
    }
    var next = request
    next.url = url
    if !url.isSameOrigin(as: request.url) {
      next.headers = next.headers.without(["authorization", "cookie", "proxy-authorization"])
    }
    return next
  }

  /// Whether clients change the method after a redirect with this status (RFC 9110, 15.4.2 to 15.4.4).
  private static func changesMethod(_ status: Int) -> Bool { status < 304 }

  /// Whether a request has nothing that other origins must not see.
  private static func isPlain(_ request: HTTPRequest) -> Bool {
    request.method == .get && request.token == nil && request.body.isEmpty && request.upload == nil
  }
}
