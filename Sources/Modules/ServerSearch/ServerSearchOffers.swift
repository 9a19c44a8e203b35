import EmptyState
import PostCell
import TerminalKit

/// What can be done in each state of the screen. The way back is the navigator's.
@MainActor
struct ServerSearchOffers {
  private let view: ServerSearchViewController
  private var presenter: any ServerSearchPresentation { view.presenter }

  init(_ view: ServerSearchViewController) {
    self.view = view
  }

  var all: [Offer] {
    let isListed = view.hosted.isShown
    // One key, one word for it.
    let hint = isListed && !view.helpfulActions.contains(.retry) ? "reload" : nil
    return presenter.offers(of: view.helpfulActions) + (isListed ? row + presenter.takeBackOffers + movement : [])
      + [presenter.reloadOffer(hint: hint)] + presenter.accountOffers
  }

  private var row: [Offer] {
    let index = view.selection
    switch view.selectedRow?.content {
    case .post(let post): return PostCommands.offers(for: post, at: index, presenter: presenter)
    case .person:
      return [Offer(PostCommands.open, title: "open their page", hint: "open") { presenter.openRow(at: index) }]
    case .tag: return [Offer(PostCommands.open, title: "open the tag", hint: "open") { presenter.openRow(at: index) }]
    case nil: return []
    }
  }

  private var movement: [Offer] {
    CellList<ServerSearchRow>.offers(moving: "match") { [view] in view.move($0) } + [
      Offer(ServerSearchCommands.first) { [view] in view.move { $0.selectFirst() } },
      Offer(ListCommands.last, title: "last match") { [view] in view.move { $0.selectLast() } },
    ]
  }
}

/// What can be done with what a server has found, beside what all screens that read have.
public enum ServerSearchCommands {
  public static let first = Command(
    "first-found", "first match", keys: ["g g", "Home"], in: .move, menu: ReadingCommands.goTo)

  public static let all = [first]
}
