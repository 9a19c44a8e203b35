import EmptyState
import PostCell
import TerminalKit

/// What can be done in each state of the screen. The way back is the navigator's.
@MainActor
struct PostDetailOffers {
  private let view: PostDetailViewController
  private var presenter: any PostDetailPresentation { view.presenter }

  init(_ view: PostDetailViewController) {
    self.view = view
  }

  var all: [Offer] {
    let reading: [Offer]
    switch view.content {
    case .nothing, .loading: reading = [presenter.reloadOffer(hint: nil)]
    case .empty(let viewModel): reading = presenter.offers(of: viewModel.actions) + [presenter.reloadOffer(hint: nil)]
    case .list:
      // One key, one word for it.
      let actions = view.helpfulActions
      reading =
        presenter.offers(of: actions) + post + presenter.takeBackOffers + movement
        + [presenter.reloadOffer(hint: actions.contains(.retry) ? nil : "reload")]
    }
    return reading + presenter.accountOffers
  }

  private var post: [Offer] {
    guard let row = view.selectedRow, let post = row.post else { return [] }
    return PostCommands.offers(for: post, at: view.selection, canBeOpened: row.canBeOpened, presenter: presenter)
  }

  private var movement: [Offer] {
    CellList<PostDetailRow>.offers(moving: "post") { [view] in view.moveByHand($0) } + [
      Offer(PostDetailCommands.first) { [view] in view.moveByHand { $0.selectFirst() } },
      Offer(ListCommands.last, title: "last post") { [view] in view.moveByHand { $0.selectLast() } },
    ]
  }
}

/// What can be done in a thread, beside what all screens that read have.
public enum PostDetailCommands {
  public static let first = Command(
    "first-post", "first post", keys: ["g g", "Home"], in: .move, menu: ReadingCommands.goTo)

  public static let all = [first]
}
