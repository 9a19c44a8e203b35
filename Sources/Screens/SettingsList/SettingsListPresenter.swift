import Domain
import EmptyState
import Runtime
import ScreenSupport
import TerminalKit

/// Lists the settings and changes them. Each change is stored and applied at once.
@MainActor
final class SettingsListPresenter {
  weak var view: (any SettingsListView)?
  private let repository: any SettingsRepository
  private let commands: [Command]
  private let services: AppServices
  private let path: String
  private let router: any SettingsListWireframe
  private var settings: [ListedSetting] = []
  private var selection = 0
  /// The setting whose value is being typed.
  private var edited: String?
  /// Loads or changes settings, one after the other.
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

  private var selected: ListedSetting? { settings.indices.contains(selection) ? settings[selection] : nil }
}

// MARK: - Showing

extension SettingsListPresenter {
  private func load() {
    queue.add { [weak self, repository] in
      let settings = await repository.settings()
      self?.show(settings)
    }
  }

  private func show(_ settings: [ListedSetting]) {
    self.settings = settings
    let rows = settings.map { setting in
      SettingsListRow(
        name: setting.name, value: setting.value, isDefault: setting.value == setting.defaultValue,
        explanation: setting.explanation, hasSteps: setting.hasSteps)
    }
    view?.show(SettingsListViewModel(rows: rows + [keysRow], selection: selection))
    showStatus()
  }

  /// The row below the settings, which opens the list of keys.
  private var keysRow: SettingsListRow {
    let changed = commands.count { services.keymap.value.keys(of: $0) != $0.keys }
    return SettingsListRow(
      name: "keys", value: changed == 0 ? "standard" : changed == 1 ? "1 changed" : "\(changed) changed",
      isDefault: changed == 0, explanation: "The keys of all commands, in a list of their own.", hasSteps: false)
  }

  private func showStatus() {
    view?.showStatus(settings.isEmpty ? "" : "\(selection + 1) of \(settings.count + 1)")
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
        self?.view?.showNotice(NoticeViewModel(text: "Not changed: \(error.reason).", isFailure: true))
      }
      self?.load()
    }
  }

  private func didStore(_ name: String) {
    if edited == name { cancelEditing() }
    router.settingsDidChange()
  }
}

// MARK: - User events

extension SettingsListPresenter: SettingsListPresentation {
  func viewDidLoad() {
    view?.showHeader(ListHeader(title: "Settings", account: path, label: path))
    load()
  }

  /// The file may have changed.
  func settingsDidChange() { load() }

  func didSelectRow(at index: Int) {
    selection = index
    showStatus()
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
    edited = selected.name
    view?.showField(selected.name, text: selected.value, placeholder: selected.allowedValues)
  }

  /// An invalid value stays in the field.
  func submit(_ text: String) {
    guard let edited, settings.contains(where: { $0.name == edited && $0.value != text }) else {
      return cancelEditing()
    }
    change(edited, to: text)
  }

  func cancelEditing() {
    edited = nil
    view?.hideField()
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
