/// Where an answer sends the one who asked.
enum Redirection {
  /// How many are followed, one after the other.
  static let limit = 3

  /// The request that is to be made instead; nil for an answer that is one.
  /// - Throws: `badRedirect` for an address that Tern does not ask, from HTTPS to HTTP, or where a request that changes
  ///   something would become a GET; `redirected` where another origin would receive a token or a body.
  static func next(after answer: HTTPResponse, to request: HTTPRequest) throws(HTTPError) -> HTTPRequest? {
    guard [301, 302, 303, 307, 308].contains(answer.status), let location = answer.headers["Location"] else {
      return nil
    }
    guard let url = request.url.resolving(location) else { throw .badRedirect(host: request.url.host) }
    guard url.isSameOrigin(as: request.url) || isPlain(request) else {
      throw .redirected(
        host: request.url.host, to: url, mayHaveArrived: request.method != .get && changesMethod(answer.status))
    }
    // RFC 9110, 15.4: a client may send a POST as a GET after 301 and 302, and sends everything as a GET after 303. What
    // was to be changed would not be, and the answer would look like success.
    guard request.method == .get || !changesMethod(answer.status) else {
      throw .badRedirect(host: request.url.host)
    }
    var next = request
    next.url = url
    if !url.isSameOrigin(as: request.url) {
      next.headers = next.headers.without(["authorization", "cookie", "proxy-authorization"])
    }
    return next
  }

  /// Whether clients send another method after a redirect with this status (RFC 9110, 15.4.2 to 15.4.4).
  private static func changesMethod(_ status: Int) -> Bool { status < 304 }

  /// Whether a request tells a server nothing that another one may not learn.
  private static func isPlain(_ request: HTTPRequest) -> Bool {
    request.method == .get && request.token == nil && request.body.isEmpty && request.upload == nil
  }
}
