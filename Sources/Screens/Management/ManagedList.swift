import Domain
import EmptyState
import ScreenSupport
import TerminalKit

/// A list that the user manages. It is loaded again after each change, and when the user returns from a form.
@MainActor
protocol ManagedList: LoadingListPresenter where Content == [ManagedItem], Row == ManagedItemRow {
  static var emptyView: EmptyStateViewModel { get }

  var dependencies: ManagementDependencies { get }
  /// “your filters”, within a sentence.
  var contentName: String { get }
  /// “filter”.
  var noun: String { get }
  /// The item to select; nil to keep the selection.
  var selectedItemID: String? { get }

  func items() async throws(TimelineError) -> [ManagedItem]
  /// The commands for the list and the selected item; nil if none is selected.
  func commands(for item: ManagedItem?) -> [RowCommand]
}

extension ManagedList {
  var header: ListHeader { ListHeader(title: title, reader: dependencies.account.profile) }
  var rowNames: RowNames { RowNames(noun, firstCommand: ManagedListCommands.first) }
  var reloadHint: String? { nil }
  var selectedItemID: String? { nil }

  var subject: EmptyReason.Subject {
    .init(owner: "", contentName: contentName, origin: dependencies.account.origin)
  }

  func request(isReload: Bool) async throws(TimelineError) -> [ManagedItem] { try await items() }

  func list(of items: [ManagedItem]) -> ScreenContent<ListRows<ManagedItemRow>> {
    guard !items.isEmpty else { return .empty(empty) }
    var above: String?
    let rows = items.map { item in
      defer { above = item.group }
      return ManagedItemRow(item: item, heading: item.group == above ? nil : item.group)
    }
    return .content(ListRows(rows, selection: selectedItemID.flatMap { id in items.firstIndex { $0.id == id } }))
  }

  /// The empty view, which suggests to add an entry only if the account can.
  private var empty: EmptyStateViewModel {
    var empty = Self.emptyView
    let canAdd = commands(for: nil).contains { $0.command == SourceCommands.create }
    if !canAdd { empty.actions.removeAll { $0 == .create } }
    return empty
  }

  func commands(at index: Int?) -> [RowCommand] {
    // Before the list is known, there is nothing to add to.
    guard loader.content != nil else { return [] }
    let item = item(at: index)
    return commands(for: item?.isNote == true ? nil : item)
  }

  /// A form may have changed the list.
  func viewDidAppear() {
    let hasResponse = loader.content != nil || loader.failure != nil
    if hasResponse { load(isReload: true) } else { loader.screenDidAppear { load(isReload: false) } }
  }

  func signInAgain() { dependencies.router.showLogin() }

  /// Asks for text, then sends a change with it.
  func prompt(
    _ label: String, placeholder: String, completion: @escaping @MainActor () -> PromptCompletion? = { nil },
    _ change: @escaping @MainActor (String) async throws(TimelineError) -> String
  ) -> RowCommand.Effect {
    .prompt { [weak self] in
      ListPrompt(
        { _ in label }, placeholder: placeholder, submit: (ManagedListCommands.submit, "add"),
        leave: (ManagedListCommands.cancel, "cancel"),
        didSubmit: { text in
          let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
          if !text.isEmpty { self?.view?.send { () async throws(TimelineError) in try await change(text) } }
          return true
        }, completion: completion())
    }
  }

  /// Sends a change after a confirmation.
  /// - Parameter title: “yes, delete “Friends””.
  func confirm(_ title: String, _ change: @escaping RowCommand.Change) -> RowCommand.Effect {
    .confirm(ManagedListCommands.confirm, title, .send(change))
  }
}

public enum ManagedListCommands {
  static let open = Command("open-item", "open", keys: ["Enter"], in: .open)
  static let edit = Command("edit-item", "change", synonyms: ["rename"], keys: ["e"], in: .write)
  static let remove = Command("remove-item", "remove", synonyms: ["delete"], keys: ["x"], in: .write)
  static let confirm = Command("confirm-item", "yes, remove it", keys: ["y"], in: .write, isConfirmation: true)
  static let submit = Command("submit-item", "add", keys: ["Enter"], in: .write)
  static let complete = Command("complete-item", "accept suggestion", keys: ["Tab"], in: .write)
  static let cancel = Command("leave-item", "cancel", keys: ["Escape"], isDismissal: true)
  static let first = Command("first-item", "first", keys: ["g g", "Home"], in: .move, menu: SourceCommands.goTo)
  /// In the list of hashtags.
  static let combine = Command(
    "combine-tags", "several hashtags in one timeline", synonyms: ["any hashtag", "all hashtags"], keys: ["m"],
    in: .open)
  /// The kinds of filters, in the menu of a new one.
  static let newLocal = Command("new-local-filter", "in Tern, in the search language", keys: ["t"], in: .write)
  static let newAtServer = Command("new-server-filter", "at your server, by words", keys: ["s"], in: .write)

  public static let all = [
    open, edit, remove, confirm, submit, complete, cancel, first, combine, newLocal, newAtServer,
  ]
}

/// The commands that open what the user manages.
public enum ManagementCommands {
  public static let filters = Command(
    "filters", "filters",
    synonyms: [
      "mute words", "hide words", "filter posts", "muted words", "keyword filters", "word filter", "block words",
      "content filters", "timeline filters", "filter words",
    ], keys: ["g f"], in: .open,
    menu: SourceCommands.goTo)
  public static let lists = Command(
    "lists", "lists", synonyms: ["manage lists", "list members", "create a list"], keys: ["g l"], in: .open,
    menu: SourceCommands.goTo)
  public static let tags = Command(
    "followed-tags", "followed hashtags", synonyms: ["hashtags", "tags", "unfollow hashtag", "topics"], keys: ["g #"],
    in: .open,
    menu: SourceCommands.goTo)

  public static let profile = Command(
    "own-profile", "your profile",
    synonyms: ["my profile", "my account", "about me", "edit profile", "display name", "bio"], keys: ["g e"], in: .open,
    menu: SourceCommands.goTo)

  public static let all = [filters, lists, tags, profile]
}
