/// A quote as servers other than Mastodon write it in its API.
///
/// - Pleroma, under `pleroma`: `quote` is the status, `quote_id`, `quote_url`, and `quote_visible` false where the user may
///   not read it (its docs/development/API/differences_in_mastoapi_responses.md).
/// - Akkoma, Fedibird, Firefish, Iceshrimp, Sharkey: `quote` is the status, `quote_id` its id; Fedibird also `quote_url`.
/// - Programs over Misskey's API: `quote` is true, and `reblog` the quoted status (megalodon, src/misskey/api_client.ts).
struct ForkQuote {
  /// The quoted status, where it is there.
  let status: JSONValue?
  /// Its id, else its address; nil where nothing is quoted.
  let id: String?
  /// Whether the server says that the user may not read it.
  let isHidden: Bool

  init(of status: JSONValue) {
    let places = [status, status["pleroma"], status["akkoma"]].compactMap(\.self)
    let quoted = places.lazy.compactMap { place in place["quote"].flatMap { $0.isObject ? $0 : nil } }.first
    self.status = quoted ?? (Self.isRepostWithWords(status) ? status["reblog"] : nil)
    let names = ["quote_id", "quoted_status_id", "quote_url", "quote_uri", "quoteId", "quoteUrl"]
    id =
      (self.status?["id"] ?? self.status?["uri"])?.text
      ?? places.lazy.flatMap { place in names.lazy.compactMap { place[$0]?.text } }.first
      ?? places.lazy.compactMap { place in place["quote"]?.text.flatMap { Self.isID($0) ? $0 : nil } }.first
    isHidden = places.contains { $0["quote_visible"]?.bool == false }
  }

  /// Whether what stands under `reblog` is quoted, and not reposted.
  static func isRepostWithWords(_ status: JSONValue) -> Bool {
    status["quote"]?.bool == true && status["reblog"]?.isObject == true
  }

  /// A flag is no id.
  private static func isID(_ text: String) -> Bool { !["0", "1", "true", "false"].contains(text) }
}
