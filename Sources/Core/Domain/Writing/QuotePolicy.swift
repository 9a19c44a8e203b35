/// The accounts that may quote a post without asking its author. The raw values are Mastodon's (documentation,
/// methods/statuses, `quote_approval_policy`).
public enum QuotePolicy: String, Hashable, Sendable, CaseIterable {
  case everyone = "public"
  case followers
  case nobody
}
