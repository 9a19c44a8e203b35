import Network

/// Recognises responses that reject the client ID (RFC 6749, 4.1.2.1 and 5.2), as JSON or as a page.
enum ClientRefusal {
  /// From RFC 6749, Doorkeeper's page (“Client authentication failed due to unknown client, …”), and Takahē
  /// (api/views/oauth.py: `invalid_client_id`, `invalid_application`).
  private static let phrases = [
    "invalid_client", "unauthorized_client", "invalid_application", "client authentication failed", "unknown client",
    "unknown application",
  ]

  /// The examined part of a response, in bytes.
  private static let maxPageBytes = 65_536

  static func isReported(by response: HTTPResponse) -> Bool {
    let words = String(decoding: response.body.prefix(maxPageBytes), as: UTF8.self).lowercased()
    return phrases.contains(where: words.contains)
  }
}
