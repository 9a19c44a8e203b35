import Domain
import TerminalKit

/// The names of the kinds of entries, and the command and action of each.
extension EntryKind {
  public var title: String {
    switch self {
    case .reposts: "reposts"
    case .replies: "replies"
    }
  }

  var singular: String {
    switch self {
    case .reposts: "repost"
    case .replies: "reply"
    }
  }

  /// The beginning of a sentence about the hidden entries.
  public var noticeTitle: String {
    switch self {
    case .reposts: "Reposts"
    case .replies: "Replies to others"
    }
  }

  public var command: Command {
    switch self {
    case .reposts: SourceCommands.hideReposts
    case .replies: SourceCommands.hideReplies
    }
  }

  /// The action of an empty view that shows the hidden entries.
  public var showAction: EmptyStateAction {
    switch self {
    case .reposts: .showReposts
    case .replies: .showReplies
    }
  }
}
