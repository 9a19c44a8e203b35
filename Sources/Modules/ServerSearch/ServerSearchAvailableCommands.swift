import EmptyState
import PostCell
import TerminalKit

/// What can be done in each state of the screen. The way back is the navigator's.
@MainActor
struct ServerSearchAvailableCommands {
  private let view: ServerSearchViewController
  private var presenter: any ServerSearchPresentation { view.presenter }

  init(_ view: ServerSearchViewController) {
    self.view = view
  }

  var all: [AvailableCommand] {
    let isListed = view.hosted.isShown
    // One key, one word for it.
    let hint = isListed && !view.helpfulActions.contains(.retry) ? "reload" : nil
    return presenter.availableCommands(of: view.helpfulActions)
      + (isListed ? row + presenter.undoCommands + movement : [])
      + [presenter.reloadOffer(hint: hint)] + presenter.accountCommands
  }

  private var row: [AvailableCommand] {
    let index = view.selection
    switch view.selectedRow?.content {
    case .post(let post): return PostCommands.availableCommands(for: post, at: index, presenter: presenter)
    case .person:
      return [
        AvailableCommand(PostCommands.open, title: "open their page", hint: "open") { presenter.openRow(at: index) }
      ]
    case .tag:
      return [AvailableCommand(PostCommands.open, title: "open the tag", hint: "open") { presenter.openRow(at: index) }]
    case nil: return []
    }
  }

  private var movement: [AvailableCommand] {
    CellList<ServerSearchRow>.availableCommands(moving: "match") { [view] in view.move($0) } + [
      AvailableCommand(ServerSearchCommands.first) { [view] in view.move { $0.selectFirst() } },
      AvailableCommand(ListCommands.last, title: "last match") { [view] in view.move { $0.selectLast() } },
    ]
  }
}

/// What can be done with what a server has found, beside what all screens that read have.
public enum ServerSearchCommands {
  public static let first = Command(
    "first-found", "first match", keys: ["g g", "Home"], in: .move, menu: SourceCommands.goTo)

  public static let all = [first]
}
