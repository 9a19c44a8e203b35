/// A feature that a server may offer in addition to timelines, posts and profiles.
public enum ServerFeature: Hashable, Sendable, CaseIterable {
  /// Finding posts and profiles of other servers by their addresses.
  case addresses
  case trends, suggestions, announcements, description, translation
  /// Fetching the replies that only the author's server has.
  case missingReplies
}
