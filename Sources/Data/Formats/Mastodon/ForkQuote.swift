/// A quote as servers other than Mastodon write it in its API.
///
/// - Pleroma, under `pleroma`: `quote` is the status, `quote_id`, `quote_url`, and `quote_visible` false where the user
///   may not read it (its docs/development/API/differences_in_mastoapi_responses.md).
/// - Akkoma, Fedibird, Firefish, Iceshrimp, Sharkey: `quote` is the status, `quote_id` its id; Fedibird also
///   `quote_url`.
/// - Programs over Misskey's API: `quote` is true, and `reblog` the quoted status (megalodon,
///   src/misskey/api_client.ts).
struct ForkQuote {
  /// The quoted status, if included.
  let status: JSONValue?
  /// Its ID, otherwise its address; nil if there is no quote.
  let id: String?
  /// Whether the user is not allowed to read it.
  let isHidden: Bool

  init(of status: JSONValue) {
    let candidates = [status, status["pleroma"], status["akkoma"]].compactMap(\.self)
    let quoted = candidates.lazy.compactMap { candidate in candidate["quote"].flatMap { $0.isObject ? $0 : nil } }.first
    self.status = quoted ?? (Self.isQuoteInReblog(status) ? status["reblog"] : nil)
    let names = ["quote_id", "quoted_status_id", "quote_url", "quote_uri", "quoteId", "quoteUrl"]
    id =
      (self.status?["id"] ?? self.status?["uri"])?.text
      ?? candidates.lazy.flatMap { candidate in names.lazy.compactMap { candidate[$0]?.text } }.first
      ?? candidates.lazy.compactMap { candidate in candidate["quote"]?.text.flatMap { Self.isID($0) ? $0 : nil } }.first
    isHidden = candidates.contains { $0["quote_visible"]?.bool == false }
  }

  /// Whether `reblog` is a quoted status and not a reposted one.
  static func isQuoteInReblog(_ status: JSONValue) -> Bool {
    status["quote"]?.bool == true && status["reblog"]?.isObject == true
  }

  /// A flag is not an ID.
  private static func isID(_ text: String) -> Bool { !["0", "1", "true", "false"].contains(text) }
}
