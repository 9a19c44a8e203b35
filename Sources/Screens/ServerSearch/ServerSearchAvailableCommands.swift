import EmptyState
import PostCell
import TerminalKit

/// The commands available in each state of the screen. Going back is a command of the navigator.
@MainActor
struct ServerSearchAvailableCommands {
  private let view: ServerSearchViewController
  private var presenter: any ServerSearchPresentation { view.presenter }

  init(_ view: ServerSearchViewController) {
    self.view = view
  }

  var all: [AvailableCommand] { view.availableCommands(of: presenter, row: row, movement: movement) }

  private var row: [AvailableCommand] {
    let index = view.selection
    switch view.selectedRow?.content {
    case .post(let post): return PostCommands.availableCommands(for: post, at: index, presenter: presenter)
    case .profile:
      return [
        AvailableCommand(PostCommands.open, title: "open the profile", hint: "open") { presenter.openRow(at: index) }
      ] + profileActions(at: index) + removal(at: index)
    case .tag:
      return [
        AvailableCommand(PostCommands.open, title: "open the hashtag", hint: "open") { presenter.openRow(at: index) }
      ]
    case .link(_, _, _, let url):
      return [
        AvailableCommand(PostCommands.open, title: "open the page in the browser", hint: "open") {
          presenter.openRow(at: index)
        },
        AvailableCommand(PostCommands.openInBrowser, title: "open the page in the browser") { presenter.openLink(url) },
      ]
    case nil: return []
    }
  }

  private func removal(at index: Int) -> [AvailableCommand] {
    if let action = presenter.removingAction(at: index) {
      let title = action == .mute(nil) ? "unmute" : "unblock"
      return [
        AvailableCommand(ServerSearchCommands.remove, title: title, hint: title) { [presenter] in
          presenter.perform(action, onProfileAt: index)
        }
      ]
    }
    guard presenter.canRemoveSuggestion(at: index) else { return [] }
    return [
      AvailableCommand(ProfileActionCommands.dismiss, title: "remove this suggestion", hint: "remove") {
        [presenter] in presenter.removeSuggestion(at: index)
      }
    ]
  }

  private func profileActions(at index: Int) -> [AvailableCommand] {
    presenter.profileActions(at: index).map { availability in
      ProfileActionCommands.availableCommands(
        on: availability, isShown: true, current: { [presenter] in presenter.profileActions(at: index) }
      ) { [presenter] in presenter.perform($0, onProfileAt: index) }
    } ?? []
  }

  private var movement: [AvailableCommand] {
    CellList<ServerSearchRow>.availableCommands(moving: "match") { [view] in view.move($0) } + [
      AvailableCommand(ServerSearchCommands.first) { [view] in view.move { $0.selectFirst() } },
      AvailableCommand(ListCommands.last, title: "last match") { [view] in view.move { $0.selectLast() } },
    ]
  }
}

/// The commands of server search results, in addition to those of all lists.
public enum ServerSearchCommands {
  public static let first = Command(
    "first-found", "first match", keys: ["g g", "Home"], in: .move, menu: SourceCommands.goTo)

  /// In the lists of muted and blocked accounts.
  static let remove = Command(
    "remove-from-list", "unmute or unblock", synonyms: ["remove", "delete"], keys: ["x"], in: .write)

  public static let all = [first, remove]
}
