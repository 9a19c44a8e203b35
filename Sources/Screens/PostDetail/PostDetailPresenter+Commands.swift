import EmptyState
import PostCell
import ScreenSupport
import TerminalKit

// MARK: - Commands

extension PostDetailPresenter {
  func commands(at index: Int?) -> [RowCommand] {
    let row = index == nil ? nil : selectedRow
    let post = row.flatMap { row in
      row.post.map { postCommands(for: $0, at: selection, canBeOpened: row.canBeOpened) }
    }
    return (post ?? []) + threadCommands(at: index) + (index == nil ? [] : undoCommands)
  }

  func unavailableCommands(at index: Int?) -> [UnavailableCommand] {
    PostCommands.unavailableCommands(for: selectedRow?.post, at: selection, presenter: self)
      + SourceCommands.unavailable
  }

  private func threadCommands(at index: Int?) -> [RowCommand] {
    let actions = index.map(actions) ?? PostDetailActions()
    let nextNew: RowCommand.Effect =
      actions.canGoToNew
      ? .perform { self.showNextNew() } : .unavailable("No new replies since your last visit")
    let fetch: RowCommand.Effect =
      canFetchReplies && index != nil
      ? .perform { self.fetchReplies() }
      : .unavailable(
        hasConversation ? "Your server has all public replies to this post" : "The thread is not loaded yet")
    return [
      fold(actions.fold), join(actions.join), RowCommand(PostDetailCommands.nextNew, hint: "next new", nextNew),
      RowCommand(PostDetailCommands.fetchReplies, fetch),
    ]
  }

  private func fold(_ action: PostDetailRow.FoldAction?) -> RowCommand {
    func fold(_ title: String, _ hint: String) -> RowCommand {
      RowCommand(
        PostDetailCommands.fold, title, hint: hint, .perform { self.toggleFold(at: self.selection) })
    }
    return switch action {
    case .fold: fold("fold this branch", "fold")
    case .unfold: fold("show the folded replies", "unfold")
    case .foldAll: fold("fold all branches", "fold all")
    case .unfoldAll: fold("unfold all branches", "unfold all")
    case nil: RowCommand(PostDetailCommands.fold, .unavailable("No replies to fold here"))
    }
  }

  private func join(_ action: PostDetailRow.JoinAction?) -> RowCommand {
    func join(_ title: String, _ hint: String) -> RowCommand {
      RowCommand(
        PostDetailCommands.join, title, hint: hint, .perform { self.toggleJoined(at: self.selection) })
    }
    return switch action {
    case .join(let count): join("read \(count) posts by this author as one text", "one text")
    case .separate: join("show the posts of this text separately", "posts")
    case nil: RowCommand(PostDetailCommands.join, .unavailable("No other posts of this author in a row"))
    }
  }

  /// A click on the selected row.
  func openRow(at index: Int) {
    if selectedRow?.canBeOpened == true { openPost(at: index) }
  }

  /// A click on a link, or on the line for folded replies.
  func openLink(_ url: String, at index: Int) {
    if let post = PostDetailRow.Fold.post(ofAddress: url) { unfold(post) } else { openLinkTarget(url, at: index) }
  }
}

/// The commands of a thread, in addition to those of all screens of posts.
public enum PostDetailCommands {
  public static let first = Command(
    "first-post", "first post", keys: ["g g", "Home"], in: .move, menu: SourceCommands.goTo)
  public static let fold = Command(
    "fold-branch", "fold or unfold replies", synonyms: ["collapse", "expand", "hide replies", "branch"], keys: ["Z"],
    in: .read)
  public static let join = Command(
    "one-text", "read an author’s posts as one text",
    synonyms: ["unroll", "tweetstorm", "join", "chain", "continuous"],
    keys: ["J"], in: .read)
  public static let fetchReplies = Command(
    "fetch-replies", "fetch missing replies from the author’s server",
    synonyms: ["load more replies", "remote replies", "complete thread", "original server"], keys: ["F"], in: .read)
  public static let nextNew = Command(
    "next-new-reply", "next new reply", synonyms: ["unread replies", "new answers"], keys: ["u"], in: .move)

  public static let all = [first, nextNew, fold, join, fetchReplies]
}
