import Domain
import TerminalKit

/// The names of the kinds of entries, and the command and action of each.
extension EntryKind {
  public var title: String {
    switch self {
    case .reposts: "reposts"
    case .replies: "replies"
    case .withoutMedia: "posts without media"
    case .otherLanguages: "posts in other languages"
    }
  }

  var singular: String {
    switch self {
    case .reposts: "repost"
    case .replies: "reply"
    case .withoutMedia: "post without media"
    case .otherLanguages: "post in another language"
    }
  }

  /// The beginning of a sentence about the hidden entries.
  public var noticeTitle: String {
    switch self {
    case .reposts: "Reposts"
    case .replies: "Replies to others"
    case .withoutMedia: "Posts without media"
    case .otherLanguages: "Posts in other languages"
    }
  }

  public var command: Command {
    switch self {
    case .reposts: SourceCommands.hideReposts
    case .replies: SourceCommands.hideReplies
    case .withoutMedia: SourceCommands.hidePostsWithoutMedia
    case .otherLanguages: SourceCommands.hideOtherLanguages
    }
  }
}
