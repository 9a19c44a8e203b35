import Network

/// Recognises answers that say that a server does not know the client (RFC 6749, 4.1.2.1 and 5.2), as JSON or as a page.
enum ClientRefusal {
  /// Of RFC 6749, Doorkeeper's page (“Client authentication failed due to unknown client, …”), and Takahē
  /// (api/views/oauth.py: `invalid_client_id`, `invalid_application`).
  private static let phrases = [
    "invalid_client", "unauthorized_client", "invalid_application", "client authentication failed", "unknown client",
    "unknown application",
  ]

  /// How much of an answer is read, in bytes.
  private static let longestPage = 65_536

  static func isNotified(by response: HTTPResponse) -> Bool {
    let words = String(decoding: response.body.prefix(longestPage), as: UTF8.self).lowercased()
    return phrases.contains(where: words.contains)
  }
}
