/// The rule by which a server counts the characters of a post, by its software.
///
/// | software | unit | URLs | mentions | content warning | source |
/// |---|---|---|---|---|---|
/// | Mastodon and its forks | grapheme clusters | a fixed number each | without their domain | counts | `app/validators/status_length_validator.rb` |
/// | Pleroma, Akkoma | grapheme clusters | in full | in full | counts | `lib/pleroma/web/common_api/utils.ex`, `validate_character_limit` |
/// | GoToSocial | code points | in full | in full | counts | `internal/api/client/statuses/statuscreate.go` |
/// | Takahē | code points | in full | in full | does not count | `api/views/statuses.py`, `post_status` |
///
/// Other software is assumed to count like Mastodon.
public enum PostLengthRule: String, Hashable, Sendable, CaseIterable {
  case mastodon
  /// Grapheme clusters, everything in full.
  case graphemes
  /// Code points, everything in full.
  case codePoints
  /// As `codePoints`, without the content warning.
  case codePointsOfText

  /// - Parameter software: the name in NodeInfo, in lower case; nil if unknown.
  public init(software: String?) {
    self =
      switch software {
      case "pleroma", "akkoma": .graphemes
      case "gotosocial": .codePoints
      case "takahe": .codePointsOfText
      default: .mastodon
      }
  }

  /// The length of text in which nothing counts as shorter, such as a poll option.
  public func plainLength(of text: String) -> Int {
    switch self {
    case .mastodon, .graphemes: text.count
    case .codePoints, .codePointsOfText: text.unicodeScalars.count
    }
  }

  /// The length that a content warning adds to a post.
  public func length(ofWarning warning: String) -> Int {
    self == .codePointsOfText ? 0 : plainLength(of: warning)
  }
}
