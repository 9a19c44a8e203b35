import Domain
import EmptyState
import Runtime
import ScreenSupport
import TerminalKit

/// Lists the commands with their keys, and assigns new ones. Each change is stored and applied immediately.
@MainActor
final class KeyListPresenter {
  /// A new key that is being chosen.
  private enum Change {
    /// The keys pressed so far.
    case pressing(Command, [Key])
    /// The pressed keys have other meanings, those of the commands.
    case confirming(Command, KeySequence, [Command])
  }

  /// The keys before a change that can be undone.
  private struct Undo {
    let title: String
    let keys: [(command: Command, added: [KeySequence])]
    /// Whether the change still applies.
    let isCurrent: @MainActor () -> Bool
  }

  /// The commands named in a notice.
  private static let maxNamed = 3

  weak var view: (any ListScreenView<KeyListRow>)?
  private let repository: any SettingsRepository
  private let places: [CommandPlace]
  private let commands: [Command]
  private let services: AppServices
  private let path: String
  private let router: SettingsListRouter
  private var filterText = ""
  /// The row to select; nil to keep the selected one.
  private var selectedIndex: Int?
  private var change: Change?
  private var undo: Undo?
  /// Stores changes, one after the other.
  private lazy var queue = SerialQueue(runner: services.runner)

  init(
    _ repository: any SettingsRepository, places: [CommandPlace], services: AppServices, path: String,
    router: SettingsListRouter
  ) {
    self.repository = repository
    self.places = places
    commands = places.flatMap(\.commands)
    self.services = services
    self.path = path
    self.router = router
  }

  private var keymap: Keymap { services.keymap.value }
  private var selected: Command? { selectedRow.flatMap { row in commands.first { $0.id == row.id } } }

  private func place(of command: Command) -> String { places.first { $0.commands.contains(command) }?.name ?? "" }
}

// MARK: - Showing

extension KeyListPresenter: ListPresenter {
  var title: String { "Keys" }
  var header: ListHeader { ListHeader(title: title, account: path, label: path) }
  var rowNames: RowNames { RowNames("command") }

  var screenContent: ScreenContent<ListRows<KeyListRow>> {
    let rows = filterText.isEmpty ? rowsByPlace : foundRows
    guard !rows.isEmpty else {
      return .empty(
        EmptyStateViewModel(
          name: "no commands", title: "No command matches \(filterText.inQuotationMarks)",
          sentences: ["Searched the names, places, IDs and keys of \(commands.count) commands."], actions: []))
    }
    return .content(ListRows(rows, selection: selectedIndex, spacing: 0))
  }

  private var rowsByPlace: [KeyListRow] {
    places.flatMap { place in
      place.commands.enumerated().map { index, command in
        row(of: command, heading: index == 0 ? place.name.prefix(1).uppercased() + place.name.dropFirst() : nil)
      }
    }
  }

  /// The commands that match the filter, the best first: by key, the beginning of the name, the name, other words, place.
  private var foundRows: [KeyListRow] {
    let typed = filterText.lowercased()
    let words = typed.split(separator: " ")
    let found = places.flatMap { place in
      place.commands.compactMap { command -> (rank: Int, row: KeyListRow)? in
        let rank: Int
        let texts = [[command.title], command.synonyms + [command.id], [place.name]].map { $0.map { $0.lowercased() } }
        if keymap.keys(of: command).contains(where: { $0.label == filterText }) {
          rank = -2
        } else if command.title.lowercased().hasPrefix(typed) {
          rank = -1
        } else {
          let ranks = words.map { word in texts.firstIndex { $0.contains { $0.contains(word) } } }
          guard !ranks.contains(nil) else { return nil }
          rank = ranks.compactMap(\.self).max() ?? 0
        }
        return (rank, row(of: command, note: place.name))
      }
    }
    return found.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element.row)
  }

  private func row(of command: Command, heading: String? = nil, note: String = "") -> KeyListRow {
    let keys = keymap.keys(of: command)
    return KeyListRow(
      id: command.id, title: command.title, keys: keys.map(\.label), isChanged: keys != command.keys, heading: heading,
      note: note)
  }

  func foot(at index: Int) -> ScreenNotice? {
    if case .pressing(let command, _) = change {
      let text = "Press the new key for “\(command.title)”. A key that means something here can be given, too."
      return ScreenNotice(text: text, severity: .warning)
    }
    guard let selected else { return ScreenNotice(text: "") }
    let words = selected.synonyms.isEmpty ? "" : " Also called: \(selected.synonyms.joined(separator: ", "))."
    return ScreenNotice(text: "Works in: \(place(of: selected)).\(words)")
  }

  func status(at index: Int, of count: Int) -> String {
    guard case .pressing(let command, let keys) = change else { return "\(index + 1) of \(count)" }
    let typed = keys.isEmpty ? "" : "\(KeySequence(keys).label) "
    return "New key for “\(command.title)”: \(typed)…"
  }

  /// The commands that would lose a key, those in the same place first.
  var notice: NoticeViewModel? {
    guard case .confirming(let command, let sequence, let others) = change else { return nil }
    let own = place(of: command)
    let sorted = others.filter { place(of: $0) == own } + others.filter { place(of: $0) != own }
    let named = sorted.prefix(Self.maxNamed).map { "“\($0.title)” (\(place(of: $0)))" }.joined(separator: ", ")
    let rest = others.count > Self.maxNamed ? " and \(others.count - Self.maxNamed) more" : ""
    let text = "\(sequence.label) is taken away from \(named)\(rest) wherever “\(command.title)” works."
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
    return (filterText.isEmpty ? [] : [leave]) + row + undoCommands + [find]
  }

  private var undoCommands: [RowCommand] {
    guard let undo, undo.isCurrent() else { return [] }
    return [RowCommand(SourceCommands.undo, "undo: \(undo.title)", hint: "undo", .perform { self.undoChange() })]
  }

  private var findPrompt: ListPrompt {
    ListPrompt(
      finding: "Find", text: filterText, leave: (ListCommands.leaveFilter, "all"),
      didLeave: { [weak self] in self?.filter("") }, didChange: { [weak self] in self?.filter($0) })
  }

  /// Lists the commands that match. The selected one stays selected when the filter is cleared.
  private func filter(_ text: String) {
    let id = selectedRow?.id
    filterText = text
    selectedIndex = text.isEmpty ? commands.firstIndex { $0.id == id } : 0
    render()
    selectedIndex = nil
  }

  /// The keys may have changed, and with them the meaning of a pressed one.
  func settingsDidChange() { set(nil) }

  func endEditing() { set(nil) }

  /// Asks for a new key of the selected command.
  private func edit() {
    guard let selected else { return }
    view?.closePrompt()
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
    let title = "\(selected.title): default keys"
    let undo = Undo(title: title, keys: addedKeys(of: [selected])) { [weak self] in
      self?.keymap.addedKeys(of: selected).isEmpty == true
    }
    store(title, undo: undo) { [repository] () async throws(SettingsChangeError) in
      try await repository.resetKeys(of: selected.id)
    }
  }

  /// Gives the commands their keys from before the last change.
  private func undoChange() {
    guard let undo else { return }
    let keys = undo.keys.map { (id: $0.command.id, names: $0.added.map(\.names)) }
    store("Undone: \(undo.title)", undo: nil) { [repository] () async throws(SettingsChangeError) in
      for (id, _) in keys { try await repository.resetKeys(of: id) }
      for (id, names) in keys {
        for name in names { try await repository.setKey(name, to: id) }
      }
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
    let title = "\(sequence.label): \(command.title)"
    let owners = commands.filter { $0 != command && keymap.addedKeys(of: $0).contains(sequence) }
    let undo = Undo(title: title, keys: addedKeys(of: [command] + owners)) { [weak self] in
      self?.keymap.addedKeys(of: command).contains(sequence) == true
    }
    // The line of a removed meaning is replaced and could not be restored.
    store(title, undo: keymap.hasRemovedMeaning(of: sequence) ? nil : undo) {
      [repository] () async throws(SettingsChangeError) in
      try await repository.setKey(sequence.names, to: command.id)
    }
  }

  private func addedKeys(of commands: [Command]) -> [(command: Command, added: [KeySequence])] {
    commands.map { ($0, keymap.addedKeys(of: $0)) }
  }

  private func store(
    _ notice: String, undo: Undo?, _ work: @escaping @Sendable () async throws(SettingsChangeError) -> Void
  ) {
    queue.add { [weak self] in
      do throws(SettingsChangeError) {
        try await work()
        self?.undo = undo
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
