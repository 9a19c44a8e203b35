import EmptyState
import TerminalKit

/// Draws a list of items and forwards commands to the presenter.
@MainActor
final class ItemListViewController: HostedListScreen {
  typealias Row = ItemRow

  private static let maxWidth = 80

  let title: String
  var needsDisplay: (@MainActor () -> Void)?
  let presenter: any ItemListPresentation
  var listPresenter: any ListPresentation { presenter }
  let keymap: Observed<Keymap>
  var hosted = HostedList(CellList<ItemRow>(maxWidth: ItemListViewController.maxWidth))
  private var field: (label: String, field: TextField)?

  private(set) lazy var mouse = ListMouse<ItemRow>(
    move: { [weak self] in self?.move($0) }, open: { [weak self] in self?.openSelected() })

  init(title: String, presenter: any ItemListPresentation, keymap: Observed<Keymap>) {
    self.title = title
    self.presenter = presenter
    self.keymap = keymap
  }

  var focusedField: TextField? { field?.field }

  var bottomLine: BottomLine {
    if let field { return .prompt(field.label, field.field) }
    return .status(hosted.isShown ? hosted.list.status(hosted.statusText) : hosted.statusText)
  }

  func endEditing() {
    if field != nil { presenter.cancelEditing() }
  }

  var availableCommands: [AvailableCommand] {
    if let field {
      return [
        AvailableCommand(ItemListCommands.submit, hint: "add") { [presenter] in presenter.submit(field.field.text) },
        AvailableCommand(ItemListCommands.cancel, hint: "cancel") { [presenter] in presenter.cancelEditing() },
      ]
    }
    let suggested = suggestedActions.filter { $0 != .retry && $0 != .refresh }.compactMap(available)
    let isFailed = suggestedActions.contains(.retry)
    return presenter.commands(at: selection).map(available)
      + [
        AvailableCommand(SourceCommands.refresh, hint: isFailed ? "try again" : nil) {
          [presenter] in presenter.reload()
        }
      ]
      + suggested + movement
  }

  private func available(_ action: EmptyStateAction) -> AvailableCommand? {
    guard action == .signInAgain else { return nil }
    return action.availableCommand { [presenter] in presenter.signInAgain() }
  }

  private func available(_ command: ItemCommand) -> AvailableCommand {
    let presenter = presenter
    switch command.effect {
    case .open, .work, .prompt:
      return AvailableCommand(command.command, title: command.title, hint: command.hint) {
        presenter.perform(command)
      }
    case .confirmed(let title, let work):
      return AvailableCommand(
        command.command, title: command.title, hint: command.hint,
        menu: [
          AvailableCommand(ItemListCommands.confirm, title: title) { presenter.confirm(work) }
        ])
    case .menu(let commands):
      return AvailableCommand(
        command.command, title: command.title, hint: command.hint, menu: commands.map(self.available))
    }
  }

  private var movement: [AvailableCommand] {
    guard hosted.isShown else { return [] }
    return CellList<ItemRow>.availableCommands(moving: presenter.noun) { [weak self] in self?.move($0) } + [
      AvailableCommand(ItemListCommands.first, title: "first \(presenter.noun)") { [weak self] in
        self?.move { $0.selectFirst() }
      },
      AvailableCommand(ListCommands.last, title: "last \(presenter.noun)") { [weak self] in
        self?.move { $0.selectLast() }
      },
    ]
  }

  /// Called for a click on the selected row.
  private func openSelected() {
    presenter.commands(at: selection).first { $0.command == ItemListCommands.open }.map(presenter.perform)
  }
}

// MARK: - Presenter updates

extension ItemListViewController: ItemListView {
  func show(_ viewModel: ItemListViewModel) {
    showRows(viewModel.rows, selection: viewModel.selection, footer: "")
  }

  func showField(_ label: String, placeholder: String) {
    field = (label, TextField(placeholder: placeholder))
    needsDisplay?()
  }

  func hideField() {
    field = nil
    needsDisplay?()
  }
}

/// The commands of lists of items.
public enum ItemListCommands {
  static let open = Command("open-item", "open", keys: ["Enter"], in: .open)
  static let edit = Command("edit-item", "change", synonyms: ["rename"], keys: ["e"], in: .write)
  static let remove = Command("remove-item", "remove", synonyms: ["delete"], keys: ["x"], in: .write)
  static let confirm = Command("confirm-item", "yes, remove it", keys: ["y"], in: .write, isConfirmation: true)
  static let submit = Command("submit-item", "add", keys: ["Enter"], in: .write)
  static let cancel = Command("leave-item", "cancel", keys: ["Escape"], isDismissal: true)
  static let first = Command("first-item", "first", keys: ["g g", "Home"], in: .move, menu: SourceCommands.goTo)
  /// In the list of hashtags.
  static let combine = Command(
    "combine-tags", "several hashtags in one timeline", synonyms: ["any hashtag", "all hashtags"], keys: ["m"],
    in: .open)
  /// The kinds of filters, in the menu of a new one.
  static let newLocal = Command("new-local-filter", "in Tern, in the search language", keys: ["t"], in: .write)
  static let newAtServer = Command("new-server-filter", "at your server, by words", keys: ["s"], in: .write)

  public static let all = [open, edit, remove, confirm, submit, cancel, first, combine, newLocal, newAtServer]
}

/// The commands that open what the user manages.
public enum ManagementCommands {
  public static let filters = Command(
    "filters", "filters",
    synonyms: ["mute words", "hide words", "filter posts", "muted words", "keyword filters"], keys: ["g f"], in: .open,
    menu: SourceCommands.goTo)
  public static let lists = Command(
    "lists", "lists", synonyms: ["manage lists", "list members", "create a list"], keys: ["g l"], in: .open,
    menu: SourceCommands.goTo)
  public static let tags = Command(
    "followed-tags", "followed hashtags", synonyms: ["hashtags", "tags", "unfollow hashtag"], keys: ["g h"], in: .open,
    menu: SourceCommands.goTo)

  public static let profile = Command(
    "own-profile", "your profile", synonyms: ["my profile", "my account", "about me"], keys: ["g e"], in: .open,
    menu: SourceCommands.goTo)

  public static let all = [filters, lists, tags, profile]
}
