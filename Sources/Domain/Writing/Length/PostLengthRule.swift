/// How a server counts the characters of a post. Each program has its own way; what a server says that it is decides.
///
/// | program | counted | addresses | mentions | warning | source |
/// |---|---|---|---|---|---|
/// | Mastodon and its forks | grapheme clusters | a fixed number each | without their server | counts | `app/validators/status_length_validator.rb` |
/// | Pleroma, Akkoma | grapheme clusters | in full | in full | counts | `lib/pleroma/web/common_api/utils.ex`, `validate_character_limit` |
/// | GoToSocial | code points | in full | in full | counts | `internal/api/client/statuses/statuscreate.go` |
/// | Takahē | code points | in full | in full | does not count | `api/views/statuses.py`, `post_status` |
///
/// A program that is not named is taken for one that counts as Mastodon does.
public enum PostLengthRule: String, Hashable, Sendable, CaseIterable {
  case mastodon
  /// Everything in full, in grapheme clusters.
  case graphemes
  /// Everything in full, in code points.
  case codePoints
  /// As `codePoints`, without the warning.
  case codePointsOfText

  /// - Parameter software: the program's name in NodeInfo, in lower case; nil where the server does not say.
  public init(software: String?) {
    self =
      switch software {
      case "pleroma", "akkoma": .graphemes
      case "gotosocial": .codePoints
      case "takahe": .codePointsOfText
      default: .mastodon
      }
  }

  /// The length of a text in which nothing counts short: an option of a poll.
  public func plainLength(of text: String) -> Int {
    switch self {
    case .mastodon, .graphemes: text.count
    case .codePoints, .codePointsOfText: text.unicodeScalars.count
    }
  }

  /// What a warning adds to a post.
  public func length(ofWarning warning: String) -> Int {
    self == .codePointsOfText ? 0 : plainLength(of: warning)
  }
}
