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

  var all: [AvailableCommand] { view.availableCommands(of: presenter, row: post, movement: movement) }

  private var post: [AvailableCommand] {
    guard let row = view.selectedRow, let post = row.post else { return [] }
    return PostCommands.availableCommands(
      for: post, at: view.selection, canBeOpened: row.canBeOpened, presenter: presenter)
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

  public static let all = [first]
}
