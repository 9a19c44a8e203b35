import Domain
import EmptyState
import Management
import Settings
import SettingsList
import TerminalKit

/// Opens the settings, and changes them by the palette.
@MainActor
final class SettingsCoordinator {
  private let dependencies: CoordinatorDependencies
  /// Called after the file was changed here.
  var fileDidChange: (SettingsFile) -> Void = { _ in }
  /// The settings, or the keys if only they are open.
  private weak var screen: (any ViewController)?

  init(_ dependencies: CoordinatorDependencies) {
    self.dependencies = dependencies
  }

  private var file: SettingsFile? { dependencies.configuration.settings.file }

  var availableCommands: [AvailableCommand] {
    guard let file, screen == nil else { return [] }
    return [
      AvailableCommand(SettingsListCommands.show) { [weak self] in self?.show() },
      AvailableCommand(SettingsListCommands.showKeys) { [weak self] in self?.showKeys(in: file) },
    ]
  }

  var unavailableCommands: [UnavailableCommand] {
    [UnavailableCommand](
      [SettingsListCommands.show, SettingsListCommands.showKeys],
      file == nil ? "No settings file is in use" : "The settings are already open")
  }

  /// - Parameter name: the setting to select; nil for the first one.
  private func show(selecting name: String? = nil) {
    guard let file else { return }
    let router = SettingsListRouter(
      didChange: { [weak self] in self?.fileDidChange(file) }, showKeys: { [weak self] in self?.showKeys(in: file) },
      open: { [weak self] in self?.open($0) })
    let screen = SettingsListAssembly.make(
      file, selecting: name, commands: Self.places.flatMap(\.commands), links: Self.links,
      services: dependencies.services, path: NonUTF8Paths.displayed(file.path), router: router)
    self.screen = screen
    dependencies.navigator.push(screen)
  }

  /// Links to things that users look for in the settings, but that are set elsewhere.
  private static let links = [
    SettingsLink(
      "filters", "Filters hide or fold posts with certain words, in every account or at your server.",
      [ManagementCommands.filters]),
    SettingsLink(
      "hidden kinds",
      "Each timeline can hide reposts, replies, posts without media, and posts in other languages.",
      EntryKind.allCases.map(\.command)),
  ]

  /// Performs the command of a link if it is available here; otherwise names its keys.
  private func open(_ link: SettingsLink) {
    let navigator = dependencies.navigator
    let available = navigator.activeCommands.first { link.commands.contains($0.command) }
    if case .perform(let perform)? = available?.effect { return perform() }
    let keys = link.commands.compactMap(dependencies.services.keymap.value.label)
    navigator.showRemark("In a timeline: \(keys.joined(separator: " "))")
  }

  private func showKeys(in file: SettingsFile) {
    let router = SettingsListRouter(didChange: { [weak self] in self?.fileDidChange(file) })
    let keys = SettingsListAssembly.makeKeys(
      file, places: Self.places, services: dependencies.services, path: NonUTF8Paths.displayed(file.path),
      router: router)
    screen = screen ?? keys
    dependencies.navigator.push(keys)
  }

  /// The commands that have default keys. The others are offered by the palette only.
  private static let places = AppCommands.places.map { place in
    CommandPlace(place.name, place.commands.filter { !$0.keys.isEmpty })
  }

  /// Palette entries such as “theme light” for the settings with few values, and “languages” for others.
  func paletteEntries() async -> [MenuEntry] {
    guard let file else { return [] }
    let settings = await file.settings()
    return settings.flatMap { setting in
      let synonyms = SettingSynonyms.words(for: setting.name)
      guard !setting.choices.isEmpty else {
        return [
          MenuEntry(setting.name, synonyms: synonyms, note: "setting") { [weak self] in
            self?.show(selecting: setting.name)
          }
        ]
      }
      return setting.choices.filter { $0 != setting.value }.map { choice in
        MenuEntry("\(setting.name) \(choice)", synonyms: synonyms, note: "setting") { [weak self] in
          self?.change(setting.name, to: choice, in: file)
        }
      }
    }
  }

  private func change(_ name: String, to value: String, in file: SettingsFile) {
    dependencies.services.runner.start(for: self) { [weak self] in
      do throws(SettingsChangeError) {
        try await file.change(name, to: value)
        self?.fileDidChange(file)
      } catch {
        self?.dependencies.navigator.showRemark("Not changed: \(error.reason)")
      }
    }
  }
}
