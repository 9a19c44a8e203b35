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
    /// The pressed keys have other meanings.
    case confirming(Command, KeySequence)
  }

  /// The commands named in a notice.
  private static let maxNamed = 3

  weak var view: (any KeyListView)?
  private let repository: any SettingsRepository
  private let commands: [Command]
  private let services: AppServices
  private let path: String
  private let router: any SettingsListWireframe
  private var shown: [Command] = []
  private var filterText = ""
  private var selection = 0
  private var change: Change?
  private var contentSwitch = ContentSwitch()
  /// Stores changes, one after the other.
  private lazy var queue = SerialQueue(runner: services.runner)

  init(
    _ repository: any SettingsRepository, commands: [Command], services: AppServices, path: String,
    router: any SettingsListWireframe
  ) {
    self.repository = repository
    self.commands = commands
    self.services = services
    self.path = path
    self.router = router
  }

  private var keymap: Keymap { services.keymap.value }
  private var selected: Command? { shown.indices.contains(selection) ? shown[selection] : nil }
}

// MARK: - Showing

extension KeyListPresenter {
  private func render() {
    let words = filterText.lowercased().split(separator: " ")
    shown = CommandGroup.allCases.flatMap { group in
      commands.filter { $0.group == group && matches($0, words) }
    }
    selection = max(0, min(selection, shown.count - 1))
    if let view {
      contentSwitch.show(screenContent, on: view) { view.show($0, selection: selection) }
    }
    showStatus()
  }

  private var screenContent: ScreenContent<[KeyListRow]> {
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
    return .content(rows)
  }

  private func matches(_ command: Command, _ words: [Substring]) -> Bool {
    let names = ([command.title, command.id] + command.synonyms).map { $0.lowercased() }
    let keys = keymap.keys(of: command).map(\.label)
    return words.allSatisfy { word in names.contains { $0.contains(word) } } || keys.contains(filterText)
  }

  private func showStatus() {
    view?.showStatus(shown.isEmpty ? "" : "\(selection + 1) of \(shown.count)")
  }

  private func showNotice(_ text: String, isFailure: Bool = false) {
    view?.showNotice(NoticeViewModel(text: text, isFailure: isFailure))
  }
}

// MARK: - User events

extension KeyListPresenter: KeyListPresentation {
  func viewDidLoad() {
    view?.showHeader(ListHeader(title: "Keys", account: path, label: path))
    render()
  }

  /// The keys may have changed, and with them the meaning of a pressed one.
  func settingsDidChange() {
    cancel()
    render()
  }

  func didSelectRow(at index: Int) {
    selection = index
    showStatus()
  }

  func filter(_ text: String) {
    filterText = text
    selection = 0
    render()
  }

  func edit() {
    guard let selected else { return }
    set(.pressing(selected, []))
  }

  func capture(_ key: Key) -> Bool {
    guard case .pressing(let command, let keys) = change else { return false }
    if key == .escape {
      cancel()
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

  func confirm() {
    guard case .confirming(let command, let sequence) = change else { return }
    set(nil)
    assign(sequence, to: command)
  }

  func cancel() { set(nil) }

  func restoreDefault() {
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
    view?.hideNotice()
    switch change {
    case .pressing(let command, let keys):
      let typed = keys.isEmpty ? "" : "\(KeySequence(keys).label) "
      view?.showPrompt(.newKey("New key for “\(command.title)”: \(typed)…"))
    case .confirming: view?.showPrompt(.confirmation)
    case nil: view?.showPrompt(nil)
    }
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
    set(.confirming(command, sequence))
    let named = others.prefix(Self.maxNamed).map { "“\($0.title)”" }.joined(separator: ", ")
    let rest = others.count > Self.maxNamed ? " and \(others.count - Self.maxNamed) more" : ""
    let text =
      "\(sequence.label) means \(named)\(rest). Assigned, it means “\(command.title)” wherever that is available."
    view?.showNotice(NoticeViewModel(text: text, isPersistent: true))
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
        self?.router.settingsDidChange()
        self?.render()
        self?.showNotice(notice)
      } catch {
        self?.showNotice("Not changed: \(error.reason).", isFailure: true)
      }
    }
  }
}
