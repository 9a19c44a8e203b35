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
    switch view.content {
    case .nothing, .loading: return [reload(hint: nil)] + accounts
    case .empty(let viewModel): return help(viewModel.actions) + [reload(hint: nil)] + accounts
    case .list:
      // One key, one word for it.
      let actions = view.helpfulActions
      return help(actions) + post + takingBack + movement + [reload(hint: actions.contains(.retry) ? nil : "reload")]
        + accounts
    }
  }

  private func help(_ actions: [EmptyStateAction]) -> [Offer] {
    actions.compactMap { action in
      switch action {
      case .logIn: action.offer { presenter.logIn() }
      case .retry: action.offer { presenter.reload() }
      default: nil
      }
    }
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

  private var takingBack: [Offer] {
    presenter.takenBackNext.map { action in
      [Offer(ReadingCommands.takeBack, title: "take back: \(action)") { presenter.takeBack() }]
    } ?? []
  }

  private var accounts: [Offer] {
    [
      Offer(ReadingCommands.switchAccount) { presenter.switchAccount() },
      Offer(ReadingCommands.nextAccount) { presenter.showNextAccount() },
      Offer(ReadingCommands.previousAccount) { presenter.showPreviousAccount() },
    ]
  }

  private func reload(hint: String?) -> Offer {
    Offer(ReadingCommands.refresh, title: "reload", hint: hint) { presenter.reload() }
  }
}

/// What can be done in a thread, beside what all screens that read have.
public enum PostDetailCommands {
  public static let first = Command(
    "first-post", "first post", keys: ["g g", "Home"], in: .move, menu: ReadingCommands.goTo)

  public static let all = [first]
}
