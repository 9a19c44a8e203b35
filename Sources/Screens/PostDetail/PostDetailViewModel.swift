import PostCell
import TerminalKit

/// The thread as the screen shows it.
struct PostDetailViewModel: Hashable, Sendable {
  var rows: [PostDetailRow]
  var selection: Int
  /// The text below the last row.
  var footer: String
  /// Whether the thread is loaded, not only the post.
  var hasConversation = true
}

/// One entry of the thread.
struct PostDetailRow: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    case post(PostCellViewModel)
    /// An unavailable post: which one and why, and its ID if known.
    case unavailable(String, id: String?)
  }

  var id: String
  /// The branch lines of a reply; nil for the post itself and those above it.
  var branch: Branch?
  /// Whether it is the opened post.
  var isSubject = false
  /// Whether it is a post whose own thread can be opened.
  var canBeOpened: Bool
  var content: Content
  /// Its first picture, small; nil if it has none or none is cached.
  var preview: CellImage?

  /// nil if it is unavailable.
  var post: PostCellViewModel? {
    if case .post(let post) = content { post } else { nil }
  }
}

extension PostDetailRow: CellRow {
  /// A content warning also hides the picture.
  var image: CellImage? { post?.isFolded == false ? preview : nil }

  /// True for the opened post.
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
