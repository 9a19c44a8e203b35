import Network

/// Recognises responses that reject a token. Mastodon uses status 401, other servers do not.
enum SessionEnd {
  /// Statuses other than 401 with which servers refuse a token.
  static let statuses: Set<Int> = [400, 403, 422]

  /// Phrases of servers for an invalid token, in lower case:
  /// - Takahē answers 400 with “Invalid Bearer token” as HTML (api/middleware.py), and 400 with
  ///   `identity_token_required` (api/decorators.py),
  /// - Mastodon and Friendica answer 403 or 422 with “This method requires an authenticated user”
  ///   (app/controllers/concerns/api/access_token_tracking_concern.rb, `require_user!`),
  /// - Pleroma and Akkoma answer 403 with “Invalid credentials.” (lib/pleroma/web/plugs/ensure_authenticated_plug.ex),
  /// - Doorkeeper and RFC 6750, 3.1: `invalid_token`, “The access token is invalid”, “… was revoked”, “… expired”.
  private static let phrases = [
    "invalid bearer token", "invalid_token", "invalid token", "invalid access token", "access token is invalid",
    "access token was revoked", "access token has been revoked", "access token expired", "access token has expired",
    "token has expired", "token was revoked", "identity_token_required",
  ]
  /// Phrases that may also occur on a page of a proxy or portal. They count only in API responses.
  private static let responsePhrases = [
    "requires an authenticated user", "invalid credentials", "unauthenticated", "not authenticated",
  ]

  /// The examined part of a page, in bytes.
  private static let maxPageBytes = 4_096

  /// - Parameter message: the message of an API response; nil for other responses.
  static func isReported(by response: HTTPResponse, message: String?) -> Bool {
    if response.status == 401 { return true }
    guard statuses.contains(response.status) else { return false }
    // RFC 6750, 3: `Bearer realm="…", error="invalid_token", …`
    if let challenge = response.headers["WWW-Authenticate"]?.lowercased(), challenge.contains("bearer"),
      challenge.contains("invalid_token")
    {
      return true
    }
    if let message = message?.lowercased() { return (phrases + responsePhrases).contains(where: message.contains) }
    let page = String(decoding: response.body.prefix(maxPageBytes), as: UTF8.self).lowercased()
    return phrases.contains(where: page.contains)
  }
}

/// Recognises responses about a missing resource, as opposed to an unknown endpoint.
enum MissingResource {
  /// Phrases of servers for an unknown endpoint, in lower case: GoToSocial “Not Found: page not found”
  /// (internal/api/util/errorhandling.go), Pleroma and Akkoma “Not implemented”
  /// (lib/pleroma/web/fallback/redirect_controller.ex), Express “Cannot POST /…”, Laravel “The route … could not be
  /// found.”, FastAPI, Phoenix and others “Not Found” alone.
  private static let unknownCall = [
    "page not found", "route", "cannot post", "cannot delete", "endpoint", "no such api", "not implemented",
  ]

  /// - Parameter message: the message of a response with status 404 or 410.
  static func isNamed(_ message: String) -> Bool {
    let message = message.lowercased().filter { $0.isLetter || $0 == " " }
    return !["", "not found", "gone"].contains(message) && !unknownCall.contains(where: message.contains)
  }
}
