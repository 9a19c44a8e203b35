import PostCell
import TerminalKit

/// The actions of a thread's keys in its selected row. Keys without an action are not offered.
struct PostDetailActions: Hashable, Sendable {
  var fold: PostDetailRow.FoldAction?
  var join: PostDetailRow.JoinAction?
  var canGoToNew = false
}

/// One row of the thread.
struct PostDetailRow: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    case post(PostCellViewModel)
    /// The posts of one author as one text. `acted` is the index of the post that commands apply to.
    case chain([PostCellViewModel], acted: Int)
    /// An unavailable post: which one and why, and its ID if known.
    case unavailable(String, id: String?)
  }

  enum FoldAction: Hashable, Sendable {
    case fold, unfold, foldAll, unfoldAll
  }

  enum JoinAction: Hashable, Sendable {
    /// Shows that many posts as one text.
    case join(Int)
    /// Shows the posts of a text separately again.
    case separate
  }

  /// The folded replies below a row.
  struct Fold: Hashable, Sendable {
    /// The ID of the post that they are below.
    var post: String
    var count: Int
    var newCount: Int
    /// “Z to show”; empty if the command has no key.
    var hint: String
  }

  var id: String
  /// The branch lines of a reply; nil for the post itself and those above it.
  var branch: Branch?
  /// Whether it is the opened post.
  var isSubject = false
  /// Whether it is a post whose own thread can be opened.
  var canBeOpened: Bool
  var content: Content
  /// Whether it has arrived since the last visit of the thread and has not been selected.
  var isNew = false
  /// The people of the notification that led to the post: “♥ Ada and 2 others liked this”.
  var people: String?
  /// nil if no replies are folded.
  var fold: Fold?

  /// The post that commands apply to, with the links of all posts in the row; nil if it is unavailable.
  var post: PostCellViewModel? {
    switch content {
    case .post(let post): return post
    case .chain(let posts, let acted):
      guard var post = posts.indices.contains(acted) ? posts[acted] : posts.first else { return nil }
      post.links = posts.flatMap(\.links)
      post.warning = posts.first(where: \.isFolded)?.warning ?? posts.lazy.compactMap(\.warning).first
      return post
    case .unavailable: return nil
    }
  }
}

extension PostDetailRow: CellRow {
  var isMarked: Bool { isNew }

  var nextAgeChange: Duration? {
    switch content {
    case .post(let post): post.nextAgeChange
    case .chain(let posts, _): posts.first?.nextAgeChange
    case .unavailable: nil
    }
  }

  /// True for the opened post and for a text of several posts, and for a row whose folded replies a click shows.
  var opensLinksUnselected: Bool { fold != nil || post?.details != nil }

  func lines(width: Int) -> [StyledText] {
    linesAbove(width: width) + contentLines(width: width) + linesBelow(width: width)
  }

  @MainActor
  private func linesAbove(width: Int) -> [StyledText] {
    people.map { TextLayout.wrap(StyledText($0, .notice), width: width) } ?? []
  }

  @MainActor
  private func linesBelow(width: Int) -> [StyledText] { fold.map { [$0.line(width: width)] } ?? [] }

  @MainActor
  private func contentLines(width: Int) -> [StyledText] {
    switch content {
    case .post(let post):
      return post.lines(width: width)
    case .chain(let posts, _):
      return PostCellLayout(width: width, isComplete: true).lines(ofChain: posts)
    case .unavailable(let sentence, let id):
      let name = id.map { StyledText("Post \($0)", .muted) } ?? StyledText()
      return TextLayout.wrap(StyledText(sentence, .notice), width: width) + TextLayout.wrap(name, width: width)
    }
  }

  func layout(width: Int, pictureHeight: Int) -> RowLayout {
    guard case .post(let post) = content else { return RowLayout(lines: lines(width: width)) }
    let above = linesAbove(width: width)
    var layout = post.layout(width: width, pictureHeight: pictureHeight)
    layout.lines = above + layout.lines + linesBelow(width: width)
    for index in layout.pictures.indices { layout.pictures[index].line += above.count }
    return layout
  }
}

extension PostDetailRow.Fold {
  private static let scheme = "tern-fold:"

  /// The ID of the post whose replies a click on this address shows; nil for other addresses.
  static func post(ofAddress address: String) -> String? {
    address.hasPrefix(scheme) ? String(address.dropFirst(scheme.count)) : nil
  }

  /// “▸ 5 replies folded, 2 new · Z to show”.
  @MainActor
  func line(width: Int) -> StyledText {
    let replies = PostCellViewModel.count(count, "reply", "replies")
    let new = newCount > 0 ? ", \(newCount) new" : ""
    let text = "… \(replies) folded\(new)\(hint.isEmpty ? "" : " · \(hint)")"
    return TextLayout.truncate(StyledText(text, .notice, target: .link(Self.scheme + post)), to: width)
  }
}
