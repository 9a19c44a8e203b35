import Domain
import EmptyState
import Runtime
import ScreenSupport
import TerminalKit

/// Lists the settings and changes them. Each change is stored and applied at once.
@MainActor
final class SettingsListPresenter {
  weak var view: (any ListScreenView<SettingsListRow>)?
  private let repository: any SettingsRepository
  private let commands: [Command]
  private let services: AppServices
  private let path: String
  private let router: SettingsListRouter
  private var settings: [ListedSetting] = []
  /// The setting to select when the list is first shown.
  private var selectedName: String?
  /// The setting whose value is being typed.
  private var edited: String?
  /// Loads or changes settings, one after the other.
  private lazy var queue = SerialQueue(runner: services.runner)

  init(
    _ repository: any SettingsRepository, selecting name: String?, commands: [Command], services: AppServices,
    path: String, router: SettingsListRouter
  ) {
    self.repository = repository
    selectedName = name
    self.commands = commands
    self.services = services
    self.path = path
    self.router = router
  }

  private var selected: ListedSetting? { settings.indices.contains(selection) ? settings[selection] : nil }
}

// MARK: - Showing

extension SettingsListPresenter: ValueListPresenter {
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

  var title: String { "Settings" }
  var header: ListHeader { ListHeader(title: title, account: path, label: path) }

  var screenContent: ScreenContent<ListRows<SettingsListRow>> {
    guard !settings.isEmpty else { return .loading(nil) }
    let rows = settings.map { setting in
      SettingsListRow(
        name: setting.name, value: setting.value, isDefault: setting.value == setting.defaultValue,
        explanation: setting.explanation, hasSteps: setting.hasSteps)
    }
    return .content(
      ListRows(rows + [keysRow], selection: selectedName.flatMap { name in rows.firstIndex { $0.name == name } }))
  }

  /// The row below the settings, which opens the list of keys.
  private var keysRow: SettingsListRow {
    let changed = commands.count { services.keymap.value.keys(of: $0) != $0.keys }
    return SettingsListRow(
      name: "keys", value: changed == 0 ? "standard" : changed == 1 ? "1 changed" : "\(changed) changed",
      isDefault: changed == 0, explanation: "The keys of all commands, in a list of their own.", hasSteps: false)
  }

  /// Shows the new value at once, and the stored one after it was stored or refused.
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
}

// MARK: - User events

extension SettingsListPresenter {
  func viewDidLoad() { load() }

  /// The file may have changed.
  func settingsDidChange() { load() }

  func commands(at index: Int?) -> [RowCommand] {
    selectedRow.map { valueCommands(for: $0, restoreHint: "default") } ?? []
  }

  func step(by step: Int) {
    guard let selected, let value = selected.value(steppingBy: step) else { return }
    change(selected.name, to: value)
  }

  func edit() {
    guard let selected else {
      if !settings.isEmpty { router.showKeys() }
      return
    }
    guard selected.choices.isEmpty else { return step(by: 1) }
    let name = selected.name
    edited = name
    view?.show(
      prompt(name, text: selected.value, placeholder: selected.allowedValues) { [weak self] in
        self?.edited = nil
      } didSubmit: { [weak self] in
        self?.submit($0, as: name) ?? true
      })
  }

  /// An invalid value stays in the field, which is closed when the value has been stored.
  private func submit(_ text: String, as name: String) -> Bool {
    guard settings.contains(where: { $0.name == name && $0.value != text }) else { return true }
    change(name, to: text)
    return false
  }

  func restoreDefault() {
    if let selected { change(selected.name, to: selected.defaultValue) }
  }
}

extension ListedSetting {
  /// Whether the value is one of several, or a number.
  fileprivate var hasSteps: Bool { !choices.isEmpty || Int(value) != nil }

  /// The next value in a direction. After the last choice comes the first.
  fileprivate func value(steppingBy step: Int) -> String? {
    if let number = Int(value) { return "\(number + step)" }
    guard let index = choices.firstIndex(of: value) else { return choices.first }
    return choices[(index + step + choices.count) % choices.count]
  }
}
