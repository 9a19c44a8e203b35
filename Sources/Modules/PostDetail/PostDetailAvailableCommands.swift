import EmptyState
import PostCell
import TerminalKit

/// What can be done in each state of the screen. The way back is the navigator's.
@MainActor
struct PostDetailAvailableCommands {
  private let view: PostDetailViewController
  private var presenter: any PostDetailPresentation { view.presenter }

  init(_ view: PostDetailViewController) {
    self.view = view
  }

  var all: [AvailableCommand] {
    let reading: [AvailableCommand]
    switch view.content {
    case .nothing, .loading: reading = [presenter.reloadOffer(hint: nil)]
    case .empty(let viewModel):
      reading = presenter.availableCommands(of: viewModel.actions) + [presenter.reloadOffer(hint: nil)]
    case .list:
      // One key, one word for it.
      let actions = view.helpfulActions
      reading =
        presenter.availableCommands(of: actions) + post + presenter.undoCommands + movement
        + [presenter.reloadOffer(hint: actions.contains(.retry) ? nil : "reload")]
    }
    return reading + presenter.accountCommands
  }

  private var post: [AvailableCommand] {
    guard let row = view.selectedRow, let post = row.post else { return [] }
    return PostCommands.availableCommands(
      for: post, at: view.selection, canBeOpened: row.canBeOpened, presenter: presenter)
  }

  private var movement: [AvailableCommand] {
    CellList<PostDetailRow>.availableCommands(moving: "post") { [view] in view.moveByHand($0) } + [
      AvailableCommand(PostDetailCommands.first) { [view] in view.moveByHand { $0.selectFirst() } },
      AvailableCommand(ListCommands.last, title: "last post") { [view] in view.moveByHand { $0.selectLast() } },
    ]
  }
}

/// What can be done in a thread, beside what all screens that read have.
public enum PostDetailCommands {
  public static let first = Command(
    "first-post", "first post", keys: ["g g", "Home"], in: .move, menu: SourceCommands.goTo)

  public static let all = [first]
}
