import EmptyState
import PostCell
import TerminalKit

/// The commands in each state of the screen. The navigator adds the one to go back.
@MainActor
struct PostDetailAvailableCommands {
  private let view: PostDetailViewController
  private var presenter: any PostDetailPresentation { view.presenter }

  init(_ view: PostDetailViewController) {
    self.view = view
  }

  var all: [AvailableCommand] { view.availableCommands(of: presenter, row: post + thread, movement: movement) }

  var unavailable: [UnavailableCommand] {
    [
      UnavailableCommand(PostDetailCommands.fold, "No replies to fold here"),
      UnavailableCommand(PostDetailCommands.join, "No other posts of this author in a row"),
      UnavailableCommand(
        PostDetailCommands.fetchReplies,
        presenter.hasConversation
          ? "Your server has all public replies to this post" : "The thread is not loaded yet"),
      UnavailableCommand(PostDetailCommands.nextNew, "No new replies since your last visit"),
    ]
  }

  private var post: [AvailableCommand] {
    guard let row = view.selectedRow, let post = row.post else { return [] }
    return PostCommands.availableCommands(
      for: post, at: view.selection, canBeOpened: row.canBeOpened, presenter: presenter)
  }

  private var thread: [AvailableCommand] {
    let actions = presenter.actions(at: view.selection)
    return fold(actions.fold) + join(actions.join)
      + (actions.canGoToNew
        ? [AvailableCommand(PostDetailCommands.nextNew, hint: "next new") { [presenter] in presenter.showNextNew() }]
        : [])
      + (presenter.canFetchReplies
        ? [AvailableCommand(PostDetailCommands.fetchReplies) { [presenter] in presenter.fetchReplies() }] : [])
  }

  private func fold(_ action: PostDetailRow.FoldAction?) -> [AvailableCommand] {
    let words: (title: String, hint: String)? =
      switch action {
      case .fold: ("fold this branch", "fold")
      case .unfold: ("show the folded replies", "unfold")
      case .foldAll: ("fold all branches", "fold all")
      case .unfoldAll: ("unfold all branches", "unfold all")
      case nil: nil
      }
    return words.map { words in
      [
        AvailableCommand(PostDetailCommands.fold, title: words.title, hint: words.hint) { [view, presenter] in
          presenter.toggleFold(at: view.selection)
        }
      ]
    } ?? []
  }

  private func join(_ action: PostDetailRow.JoinAction?) -> [AvailableCommand] {
    let words: (title: String, hint: String)? =
      switch action {
      case .join(let count): ("read \(count) posts by this author as one text", "one text")
      case .separate: ("show the posts of this text separately", "posts")
      case nil: nil
      }
    return words.map { words in
      [
        AvailableCommand(PostDetailCommands.join, title: words.title, hint: words.hint) { [view, presenter] in
          presenter.toggleJoined(at: view.selection)
        }
      ]
    } ?? []
  }

  private var movement: [AvailableCommand] {
    CellList<PostDetailRow>.availableCommands(moving: "post") { [view] in view.moveByUser($0) } + [
      AvailableCommand(PostDetailCommands.first) { [view] in view.moveByUser { $0.selectFirst() } },
      AvailableCommand(ListCommands.last, title: "last post") { [view] in view.moveByUser { $0.selectLast() } },
    ]
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
