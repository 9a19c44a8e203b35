import EmptyState
import PostCell
import TerminalKit

/// Draws the announcements or the description of a server, and turns commands into calls of the presenter.
@MainActor
final class ServerInfoViewController: HostedListScreen {
  typealias Row = ServerInfoRow

  let title = "Server"
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any ServerInfoPresentation
  var listPresenter: any ListPresentation { presenter }
  let keymap: Observed<Keymap>
  var hosted = HostedList(CellList<ServerInfoRow>(maxWidth: PostCellLayout.maxTextWidth))

  private(set) lazy var mouse = ListMouse<ServerInfoRow>(
    move: { [weak self] in self?.move($0) },
    open: { [weak self] in self?.presenter.openPost(at: self?.selection ?? 0) },
    openLink: { [weak self] in self?.presenter.openLinkTarget($0, at: self?.selection ?? 0) })

  init(presenter: any ServerInfoPresentation, keymap: Observed<Keymap> = Observed(.standard)) {
    self.presenter = presenter
    self.keymap = keymap
  }

  let offersSharedCommands = true
  var availableCommands: [AvailableCommand] {
    availableCommands(of: presenter, row: row, movement: movement)
  }

  var unavailableCommands: [UnavailableCommand] {
    [UnavailableCommand(PostCommands.links, "No links here")] + presenter.unavailableCommands
  }

  private var row: [AvailableCommand] {
    guard let row = selectedRow else { return [] }
    let index = selection
    var commands: [AvailableCommand] = []
    if row.canBeOpened {
      commands.append(
        AvailableCommand(PostCommands.open, title: "open the profile", hint: "open") { [presenter] in
          presenter.openPost(at: index)
        })
    }
    if !row.links.isEmpty {
      commands.append(PostCommands.linkMenu(of: row.links, presenter.destinations(at: index), at: index, presenter))
    }
    return commands + announcement(at: index)
  }

  private func announcement(at index: Int) -> [AvailableCommand] {
    guard let actions = presenter.announcementActions(at: index) else { return [] }
    let reactions = NumberedMenu.commands(PostActionCommands.option, actions.reactions) {
      [presenter] command, reaction in
      AvailableCommand(command, title: reaction.title) {
        presenter.toggleReaction(reaction.name, at: index)
      }
    }
    let react = AvailableCommand(ServerInfoCommands.react, hint: "react", menu: reactions)
    guard actions.canBeDismissed else { return [react] }
    let dismiss = AvailableCommand(ProfileActionCommands.dismiss, title: "mark as read", hint: "mark read") {
      [presenter] in presenter.dismissAnnouncement(at: index)
    }
    return [dismiss, react]
  }

  private var movement: [AvailableCommand] {
    CellList<ServerInfoRow>.availableCommands(moving: "entry") { [weak self] in self?.move($0) } + [
      AvailableCommand(ServerInfoCommands.first) { [weak self] in self?.move { $0.selectFirst() } },
      AvailableCommand(ListCommands.last, title: "last entry") { [weak self] in self?.move { $0.selectLast() } },
    ]
  }
}

// MARK: - Updates from the presenter

extension ServerInfoViewController: ServerInfoView {
  func show(_ viewModel: ServerInfoViewModel) {
    showRows(viewModel.rows, selection: viewModel.selection, footer: viewModel.footer)
  }
}

/// The commands of announcements and the server's page, in addition to those of all lists.
public enum ServerInfoCommands {
  public static let first = Command(
    "first-entry", "first entry", keys: ["g g", "Home"], in: .move, menu: SourceCommands.goTo)
  static let react = Command(
    "react", "react to this announcement", synonyms: ["reaction", "emoji"], keys: ["a +"], in: .write,
    menu: PostActionCommands.menu)

  public static let all = [first, react]
}
