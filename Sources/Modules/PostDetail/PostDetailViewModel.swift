import PostCell
import TerminalKit

/// The thread as it is drawn.
struct PostDetailViewModel: Hashable, Sendable {
  var rows: [PostDetailRow]
  var selection: Int
  /// What stands below the last row.
  var footer: String
  /// Whether it is more than the post alone, which was held before.
  var hasConversation = true
}

/// The first line: what this is and who reads it.
struct PostDetailHeader: Hashable, Sendable {
  /// “Post by Grace Hopper”.
  var title: String
  /// “Ada · @ada@demo”.
  var account: String
  /// “@ada@demo”.
  var label: String
}

/// One entry of the thread.
struct PostDetailRow: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    case post(PostCellViewModel)
    /// The place of a post that cannot be shown: which one, why, and its id where it has one.
    case unavailable(String, id: String?)
  }

  var id: String
  /// How it hangs on what it answers; nil for the post itself and those above it.
  var branch: Branch?
  /// Whether it is the post itself.
  var isSubject = false
  /// Whether it is a post that has a thread of its own to open.
  var canBeOpened: Bool
  var content: Content
  /// The first of its pictures, small; nil where it has none, or none that is kept.
  var preview: CellImage?

  /// nil where it cannot be shown.
  var post: PostCellViewModel? {
    if case .post(let post) = content { post } else { nil }
  }
}

extension PostDetailRow: CellRow {
  /// What a warning hides is not shown.
  var image: CellImage? { post?.isFolded == false ? preview : nil }

  /// Those of the post that was opened.
  var opensLinksUnselected: Bool { post?.details != nil }

  func lines(width: Int) -> [StyledText] {
    switch content {
    case .post(let post):
      return post.lines(width: width)
    case .unavailable(let sentence, let id):
      let name = id.map { StyledText("Post \($0)", .muted) } ?? StyledText()
      return TextLayout.wrap(StyledText(sentence, .notice), width: width) + TextLayout.wrap(name, width: width)
    }
  }
}
