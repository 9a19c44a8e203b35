/// Where an answer sends the one who asked.
enum Redirection {
  /// How many are followed, one after the other.
  static let limit = 3

  /// The request that is to be made instead; nil for an answer that is one.
  /// - Throws: `badRedirect` for what leads to no address that Tern asks, from HTTPS to HTTP, or would tell another
  ///   server what this one was told.
  static func next(after answer: HTTPResponse, to request: HTTPRequest) throws(HTTPError) -> HTTPRequest? {
    guard [301, 302, 303, 307, 308].contains(answer.status), let location = answer.headers["Location"] else {
      return nil
    }
    guard let url = request.url.resolving(location) else { throw .badRedirect(host: request.url.host) }
    var next = request
    next.url = url
    // RFC 9110, 15.4: a POST becomes a GET with 301 and 302, as browsers do it, and everything does with 303.
    if answer.status == 303 || (answer.status < 303 && request.method == .post) {
      next.method = .get
      next.body = []
      next.upload = nil
      next.headers = request.headers.without(["content-type", "content-encoding", "content-language"])
    }
    if !url.isSameOrigin(as: request.url) {
      guard next.body.isEmpty, next.upload == nil, next.method == .get else {
        throw .badRedirect(host: request.url.host)
      }
      next.token = nil
      next.headers = next.headers.without(["authorization", "cookie", "proxy-authorization"])
    }
    return next
  }
}
