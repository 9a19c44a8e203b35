import Domain
import EmptyState
import Runtime
import ScreenSupport
import TerminalKit

/// Lists the settings and changes them. Each change is stored and applied immediately.
@MainActor
final class SettingsListPresenter {
  weak var view: (any ListScreenView<SettingsListRow>)?
  private let repository: any SettingsRepository
  private let commands: [Command]
  private let links: [SettingsLink]
  private let services: AppServices
  private let path: String
  private let router: SettingsListRouter
  private var settings: [ListedSetting] = []
  private var filterText = ""
  /// The setting to select; nil to keep the selected row.
  private var selectedName: String?
  /// The setting whose value is being typed.
  private var edited: String?
  /// Loads or changes settings, one after the other.
  private lazy var queue = SerialQueue(runner: services.runner)

  init(
    _ repository: any SettingsRepository, selecting name: String?, commands: [Command], links: [SettingsLink],
    services: AppServices, path: String, router: SettingsListRouter
  ) {
    self.repository = repository
    selectedName = name
    self.commands = commands
    self.links = links
    self.services = services
    self.path = path
    self.router = router
  }

  /// nil if the keys or a link are selected.
  private var selected: ListedSetting? { selectedRow.flatMap { row in settings.first { $0.name == row.name } } }
  private var selectedLink: SettingsLink? { selectedRow.flatMap { row in links.first { $0.name == row.name } } }
}

// MARK: - Showing

extension SettingsListPresenter: ListPresenter {
  private static let keysName = "keys"
  private static let keysExplanation =
    "The keys of all commands, with the places where they work. They are changed in a list of their own."

  var title: String { "Settings" }
  var header: ListHeader { ListHeader(title: title, account: path, label: path) }
  var rowNames: RowNames { RowNames("setting") }

  var screenContent: ScreenContent<ListRows<SettingsListRow>> {
    guard !settings.isEmpty else { return .loading(nil) }
    let rows = foundRows
    guard !rows.isEmpty else {
      return .empty(
        EmptyStateViewModel(
          name: "no settings", title: "No setting matches \(filterText.inQuotationMarks)",
          sentences: ["Searched the names, descriptions and other words of \(settings.count) settings."], actions: []))
    }
    let selection = selectedName.flatMap { name in rows.firstIndex { $0.name == name } }
    return .content(ListRows(rows, selection: selection, spacing: 0))
  }

  /// The rows that match the filter, the best first.
  private var foundRows: [SettingsListRow] {
    var rows = settings.map { setting in
      (explanation: setting.explanation, row: SettingsListRow(setting))
    }
    rows.append((Self.keysExplanation, keysRow))
    rows += links.enumerated().map { index, link in
      (link.explanation, row(of: link, heading: index == 0 && filterText.isEmpty ? "Set elsewhere" : nil))
    }
    let words = filterText.lowercased().split(separator: " ")
    guard !words.isEmpty else { return rows.map(\.row) }
    let ranked = rows.compactMap { explanation, row -> (rank: Int, row: SettingsListRow)? in
      let texts = [[row.name], SettingSynonyms.words(for: row.name), [explanation.lowercased()]]
      let ranks = words.map { word in
        row.name.hasPrefix(word) ? -1 : texts.firstIndex { $0.contains { $0.contains(word) } }
      }
      return ranks.contains(nil) ? nil : (ranks.compactMap(\.self).max() ?? 0, row)
    }
    return ranked.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element.row)
  }

  /// The row in a section of its own, which opens the list of keys.
  private var keysRow: SettingsListRow {
    let changed = commands.count { services.keymap.value.keys(of: $0) != $0.keys }
    return SettingsListRow(
      name: Self.keysName, value: changed == 0 ? "standard" : changed == 1 ? "1 changed" : "\(changed) changed",
      kind: .screen, heading: filterText.isEmpty ? "Keys" : nil)
  }

  private func row(of link: SettingsLink, heading: String?) -> SettingsListRow {
    let keys = link.commands.compactMap(services.keymap.value.label)
    return SettingsListRow(name: link.name, value: keys.joined(separator: " "), kind: .screen, heading: heading)
  }

  func foot(at index: Int) -> ScreenNotice? {
    guard let selected else { return ScreenNotice(text: selectedLink?.explanation ?? Self.keysExplanation) }
    let standard = selected.defaultValue.isEmpty ? "not set" : selected.defaultValue
    return ScreenNotice(text: (selected.isDefault ? "" : "Default: \(standard). ") + selected.explanation)
  }
}

// MARK: - Loading and changing

extension SettingsListPresenter {
  func viewDidLoad() { load() }

  /// The file may have changed.
  func settingsDidChange() { load() }

  private func load() {
    queue.add { [weak self, repository] in
      let settings = await repository.settings()
      self?.show(settings)
    }
  }

  private func show(_ settings: [ListedSetting]) {
    self.settings = settings
    render()
    selectedName = nil
  }

  /// Shows the new value immediately, and the stored one after it was stored or refused.
  private func change(_ name: String, to value: String) {
    guard let index = settings.firstIndex(where: { $0.name == name }), settings[index].value != value else { return }
    var changed = settings
    changed[index].value = value
    show(changed)
    queue.add { [weak self, repository] in
      do throws(SettingsChangeError) {
        try await repository.change(name, to: value)
        self?.didStore(name)
      } catch {
        self?.showNotice("Not changed: \(error.reason).", isFailure: true)
      }
      self?.load()
    }
  }

  private func didStore(_ name: String) {
    if edited == name { view?.closePrompt() }
    router.didChange()
  }

  /// Lists the settings that match. The selected one stays selected when the filter is cleared.
  private func filter(_ text: String) {
    selectedName = selectedRow?.name
    filterText = text
    if !text.isEmpty { selectedName = foundRows.first?.name }
    render()
    selectedName = nil
  }
}

// MARK: - Commands

extension SettingsListPresenter {
  func commands(at index: Int?) -> [RowCommand] {
    let leave = RowCommand(ListCommands.leaveFilter, hint: "all", .perform { self.filter("") })
    let find = RowCommand(ListCommands.filter, "find a setting", hint: "find", .prompt { self.findPrompt })
    let keys = RowCommand(SettingsListCommands.keys, hint: "keys", .perform { self.router.showKeys() })
    return (filterText.isEmpty ? [] : [leave]) + rowCommands + [find, keys]
  }

  private var rowCommands: [RowCommand] {
    guard let row = selectedRow else { return [] }
    if let selectedLink {
      return [
        RowCommand(
          SettingsListCommands.edit, "open \(selectedLink.name)", hint: "open", .open { self.router.open(selectedLink) }
        )
      ]
    }
    guard let selected else {
      return [RowCommand(SettingsListCommands.edit, "change the keys", hint: "open", .open { self.router.showKeys() })]
    }
    let choices = ChoiceMenu.of(selected.choices, current: selected.value) { [weak self] value in
      self?.view?.closePrompt()
      self?.change(selected.name, to: value)
    }
    let edit = RowCommand(
      SettingsListCommands.edit, "change \(row.name)", hint: "change",
      selected.choices.isEmpty ? .open { self.edit(selected) } : choices)
    let restore = RowCommand(
      SettingsListCommands.restore, hint: "default",
      .perform { self.change(selected.name, to: selected.defaultValue) })
    return [edit] + (selected.hasSteps ? SettingsListCommands.steps { self.step(by: $0) } : [])
      + (selected.isDefault ? [] : [restore])
  }

  private var findPrompt: ListPrompt {
    ListPrompt(
      finding: "Find", text: filterText, leave: (ListCommands.leaveFilter, "all"),
      didLeave: { [weak self] in self?.filter("") }, didChange: { [weak self] in self?.filter($0) })
  }

  private func step(by step: Int) {
    guard let selected, let value = selected.value(steppingBy: step) else { return }
    change(selected.name, to: value)
  }

  /// A click opens a field, or chooses the next value.
  func openRow(at index: Int) {
    if let selectedLink { return router.open(selectedLink) }
    guard let selected else { return router.showKeys() }
    if selected.choices.isEmpty { edit(selected) } else { step(by: 1) }
  }

  private func edit(_ setting: ListedSetting) {
    let name = setting.name
    edited = name
    view?.show(
      ListPrompt(
        { _ in name }, text: setting.value, placeholder: setting.allowedValues,
        submit: (SettingsListCommands.submit, "save"), leave: (SettingsListCommands.cancel, "cancel"),
        didSubmit: { [weak self] in self?.submit($0, as: name) ?? true },
        didLeave: { [weak self] _ in self?.edited = nil }))
  }

  /// An invalid value stays in the field, which is closed when the value has been stored.
  private func submit(_ text: String, as name: String) -> Bool {
    guard settings.contains(where: { $0.name == name && $0.value != text }) else { return true }
    change(name, to: text)
    return false
  }
}

extension SettingsListRow {
  fileprivate init(_ setting: ListedSetting) {
    self.init(
      name: setting.name, value: setting.value, kind: setting.choices.isEmpty ? .text : .choices,
      placeholder: "not set", mark: setting.isDefault ? "" : "changed")
  }
}

extension ListedSetting {
  fileprivate var isDefault: Bool { value == defaultValue }

  /// Whether the value is one of several, or a number.
  fileprivate var hasSteps: Bool { !choices.isEmpty || Int(value) != nil }

  /// The next value in a direction.
  fileprivate func value(steppingBy step: Int) -> String? {
    Int(value).map { "\($0 + step)" } ?? choices.choice(step, after: value)
  }
}
