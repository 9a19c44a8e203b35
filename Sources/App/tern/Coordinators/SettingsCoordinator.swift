import Domain
import Settings
import SettingsList
import TerminalKit

/// Opens the settings, and changes them by the palette.
@MainActor
final class SettingsCoordinator {
  private let dependencies: CoordinatorDependencies
  /// Called after the file was changed here.
  var fileDidChange: (SettingsFile) -> Void = { _ in }
  private weak var screen: (any ViewController)?

  init(_ dependencies: CoordinatorDependencies) {
    self.dependencies = dependencies
  }

  private var file: SettingsFile? { dependencies.configuration.settings.file }

  var availableCommands: [AvailableCommand] {
    guard file != nil, screen == nil else { return [] }
    return [AvailableCommand(SettingsListCommands.show) { [weak self] in self?.show() }]
  }

  var unavailableCommands: [UnavailableCommand] {
    [
      UnavailableCommand(
        SettingsListCommands.show, file == nil ? "No settings file is in use" : "The settings are already open")
    ]
  }

  private func show() {
    guard let file else { return }
    let router = SettingsListRouter(
      didChange: { [weak self] in self?.fileDidChange(file) }, showKeys: { [weak self] in self?.showKeys(in: file) })
    let screen = SettingsListAssembly.make(
      file, commands: Self.commandsWithKeys, services: dependencies.services, path: NonUTF8Paths.displayed(file.path),
      router: router)
    self.screen = screen
    dependencies.navigator.push(screen)
  }

  private func showKeys(in file: SettingsFile) {
    let router = SettingsListRouter(didChange: { [weak self] in self?.fileDidChange(file) })
    dependencies.navigator.push(
      SettingsListAssembly.makeKeys(
        file, commands: Self.commandsWithKeys, services: dependencies.services, path: NonUTF8Paths.displayed(file.path),
        router: router))
  }

  /// The commands that have default keys. The others are offered by the palette only.
  private static let commandsWithKeys = AppCommands.all.filter { !$0.keys.isEmpty }

  /// Palette entries such as “theme light”, for the settings with few values.
  func paletteEntries() async -> [PaletteEntry] {
    guard let file else { return [] }
    let settings = await file.settings()
    return settings.flatMap { setting in
      setting.choices.filter { $0 != setting.value }.map { choice in
        PaletteEntry("\(setting.name) \(choice)", note: "setting") { [weak self] in
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
