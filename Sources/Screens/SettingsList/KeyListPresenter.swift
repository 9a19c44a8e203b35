import Domain
import EmptyState
import Runtime
import ScreenSupport
import TerminalKit

/// Lists the commands with their keys, and assigns new ones. Each change is stored and applied at once.
@MainActor
final class KeyListPresenter {
  /// A new key that is being chosen.
  private enum Change {
    /// The keys pressed so far.
    case pressing(Command, [Key])
    /// The pressed keys have other meanings, those of the commands.
    case confirming(Command, KeySequence, [Command])
  }

  /// The commands named in a notice.
  private static let maxNamed = 3

  weak var view: (any ListScreenView<KeyListRow>)?
  private let repository: any SettingsRepository
  private let commands: [Command]
  private let services: AppServices
  private let path: String
  private let router: SettingsListRouter
  private var filterText = ""
  /// The row to select; nil to keep the selected one.
  private var selectedIndex: Int?
  private var change: Change?
  /// Stores changes, one after the other.
  private lazy var queue = SerialQueue(runner: services.runner)

  init(
    _ repository: any SettingsRepository, commands: [Command], services: AppServices, path: String,
    router: SettingsListRouter
  ) {
    self.repository = repository
    self.commands = commands
    self.services = services
    self.path = path
    self.router = router
  }

  private var keymap: Keymap { services.keymap.value }
  private var selected: Command? { selectedRow.flatMap { row in commands.first { $0.id == row.id } } }
}

// MARK: - Showing

extension KeyListPresenter: ListPresenter {
  var title: String { "Keys" }
  var header: ListHeader { ListHeader(title: title, account: path, label: path) }
  var rowNames: RowNames { RowNames("command") }

  var screenContent: ScreenContent<ListRows<KeyListRow>> {
    let words = filterText.lowercased().split(separator: " ")
    let shown = CommandGroup.allCases.flatMap { group in
      commands.filter { $0.group == group && matches($0, words) }
    }
    guard !shown.isEmpty else {
      return .empty(
        EmptyStateViewModel(
          name: "no commands", title: "No command matches \(filterText.inQuotationMarks)",
          sentences: ["Searched the names, IDs and keys of \(commands.count) commands."], actions: []))
    }
    var above: CommandGroup?
    let rows = shown.map { command -> KeyListRow in
      defer { above = command.group }
      let keys = keymap.keys(of: command)
      return KeyListRow(
        id: command.id, title: command.title, keys: keys.map(\.label), isChanged: keys != command.keys,
        heading: command.group == above ? nil : command.group.title)
    }
    return .content(ListRows(rows, selection: selectedIndex, spacing: 0))
  }

  private func matches(_ command: Command, _ words: [Substring]) -> Bool {
    let names = ([command.title, command.id] + command.synonyms).map { $0.lowercased() }
    let keys = keymap.keys(of: command).map(\.label)
    return words.allSatisfy { word in names.contains { $0.contains(word) } } || keys.contains(filterText)
  }

  func status(at index: Int, of count: Int) -> String {
    guard case .pressing(let command, let keys) = change else { return "\(index + 1) of \(count)" }
    let typed = keys.isEmpty ? "" : "\(KeySequence(keys).label) "
    return "New key for “\(command.title)”: \(typed)…"
  }

  /// What a key means that is about to be assigned.
  var notice: NoticeViewModel? {
    guard case .confirming(let command, let sequence, let others) = change else { return nil }
    let named = others.prefix(Self.maxNamed).map { "“\($0.title)”" }.joined(separator: ", ")
    let rest = others.count > Self.maxNamed ? " and \(others.count - Self.maxNamed) more" : ""
    let text =
      "\(sequence.label) means \(named)\(rest). Assigned, it means “\(command.title)” wherever that is available."
    return NoticeViewModel(text: text, isPersistent: true)
  }
}

// MARK: - Commands

extension KeyListPresenter {
  var exclusiveCommands: [RowCommand]? {
    func cancel(_ hint: String) -> RowCommand {
      RowCommand(KeyListCommands.cancel, hint: hint, .perform { self.set(nil) })
    }
    switch change {
    case .pressing: return [cancel("cancel")]
    case .confirming:
      return [RowCommand(KeyListCommands.confirm, hint: "assign", .perform { self.confirm() }), cancel("keep")]
    case nil: return nil
    }
  }

  func commands(at index: Int?) -> [RowCommand] {
    let leave = RowCommand(ListCommands.leaveFilter, hint: "all", .perform { self.filter("") })
    let find = RowCommand(ListCommands.filter, "find a command", hint: "find", .prompt { self.findPrompt })
    let edit = RowCommand(KeyListCommands.edit, hint: "new key", .open { self.edit() })
    let restore = RowCommand(KeyListCommands.restore, hint: "default", .perform { self.restoreDefault() })
    let row = selectedRow.map { [edit] + ($0.isChanged ? [restore] : []) } ?? []
    return (filterText.isEmpty ? [] : [leave]) + row + [find]
  }

  private var findPrompt: ListPrompt {
    ListPrompt(
      { _ in "Find" }, submit: (ListCommands.keepFilter, "keep"), leave: (ListCommands.leaveFilter, "all"),
      didSubmit: { _ in true }, didLeave: { _ in self.filter("") }, didChange: { self.filter($0) })
  }

  /// Lists the commands that match.
  private func filter(_ text: String) {
    filterText = text
    selectedIndex = 0
    render()
    selectedIndex = nil
  }

  /// The keys may have changed, and with them the meaning of a pressed one.
  func settingsDidChange() { set(nil) }

  func endEditing() { set(nil) }

  /// Asks for a new key of the selected command.
  private func edit() {
    guard let selected else { return }
    set(.pressing(selected, []))
  }

  var capturesKeys: Bool { if case .pressing = change { true } else { false } }

  func capture(_ key: Key) -> Bool {
    guard case .pressing(let command, let keys) = change else { return false }
    if key == .escape {
      set(nil)
      return true
    }
    // It always quits.
    guard key != .control("c") else { return false }
    let sequence = KeySequence(keys + [key])
    if keys.isEmpty, isBeginning(sequence) {
      set(.pressing(command, sequence.keys))
    } else {
      choose(sequence, for: command)
    }
    return true
  }

  /// Assigns a key that has another meaning.
  private func confirm() {
    guard case .confirming(let command, let sequence, _) = change else { return }
    set(nil)
    assign(sequence, to: command)
  }

  /// Removes the user's keys of the selected command.
  private func restoreDefault() {
    guard let selected, keymap.keys(of: selected) != selected.keys else { return }
    store("\(selected.title): default keys") { [repository] () async throws(SettingsChangeError) in
      try await repository.resetKeys(of: selected.id)
    }
  }
}

// MARK: - Assigning a key

extension KeyListPresenter {
  private func set(_ change: Change?) {
    self.change = change
    render()
  }

  /// Whether longer sequences start with these keys, as those of a menu do.
  private func isBeginning(_ sequence: KeySequence) -> Bool {
    commands.contains { command in
      keymap.keys(of: command).contains { $0 != sequence && $0.starts(with: sequence) }
    }
  }

  private func choose(_ sequence: KeySequence, for command: Command) {
    guard !keymap.keys(of: command).contains(sequence) else {
      set(nil)
      return showNotice("\(sequence.label) is already a key of “\(command.title)”.")
    }
    let others = commands.filter { other in
      other != command && keymap.keys(of: other).contains { $0.starts(with: sequence) || sequence.starts(with: $0) }
    }
    guard !others.isEmpty else {
      set(nil)
      return assign(sequence, to: command)
    }
    set(.confirming(command, sequence, others))
  }

  private func assign(_ sequence: KeySequence, to command: Command) {
    store("\(sequence.label): \(command.title)") { [repository] () async throws(SettingsChangeError) in
      try await repository.setKey(sequence.names, to: command.id)
    }
  }

  private func store(
    _ notice: String, _ work: @escaping @Sendable () async throws(SettingsChangeError) -> Void
  ) {
    queue.add { [weak self] in
      do throws(SettingsChangeError) {
        try await work()
        self?.router.didChange()
        self?.render()
        self?.showNotice(notice)
      } catch {
        self?.showNotice("Not changed: \(error.reason).", isFailure: true)
      }
    }
  }
}

public enum KeyListCommands {
  static let edit = Command("new-key", "give it a new key", keys: ["Enter"], in: .open)
  static let restore = Command("default-keys", "restore the default keys", keys: ["x"], in: .open)
  static let confirm = Command("assign-key", "assign the key", keys: ["Enter", "y"], in: .open)
  static let cancel = Command(
    "keep-keys", "keep the keys", keys: ["Escape", "n"], isDismissal: true, over: [ProgramCommands.back])

  public static let all = [edit, restore, confirm, cancel]
}
