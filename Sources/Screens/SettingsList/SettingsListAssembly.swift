import Domain
import ScreenSupport
import TerminalKit

/// Builds the settings screen and connects its components.
@MainActor
public enum SettingsListAssembly {
  /// - Parameters:
  ///   - name: the setting to select; nil for the first one.
  ///   - commands: the commands that can have keys.
  ///   - links: what is set elsewhere.
  ///   - path: the file in which the settings are stored.
  public static func make(
    _ repository: any SettingsRepository, selecting name: String? = nil, commands: [Command],
    links: [SettingsLink] = [], services: AppServices, path: String, router: SettingsListRouter
  ) -> any ViewController {
    ListScreen(
      SettingsListPresenter(
        repository, selecting: name, commands: commands, links: links, services: services, path: path, router: router),
      services: services)
  }

  /// A form.
  /// - Parameters:
  ///   - didSave: called with a notice after the form was saved, to close it.
  ///   - close: closes the form without saving it.
  public static func makeForm(
    _ subject: FormSubject, services: AppServices, didSave: @escaping @MainActor (String) -> Void,
    close: @escaping @MainActor () -> Void
  ) -> any ViewController {
    ListScreen(FormPresenter(subject, services: services, didSave: didSave, close: close), services: services)
  }

  /// The list of commands and their keys.
  public static func makeKeys(
    _ repository: any SettingsRepository, places: [CommandPlace], services: AppServices, path: String,
    router: SettingsListRouter
  ) -> any ViewController {
    ListScreen(
      KeyListPresenter(repository, places: places, services: services, path: path, router: router),
      services: services)
  }
}

/// Notifies the app that the settings have changed, and opens the keys.
@MainActor
public struct SettingsListRouter {
  let didChange: () -> Void
  let showKeys: () -> Void
  let open: (SettingsLink) -> Void

  public init(
    didChange: @escaping () -> Void, showKeys: @escaping () -> Void = {},
    open: @escaping (SettingsLink) -> Void = { _ in }
  ) {
    self.didChange = didChange
    self.showKeys = showKeys
    self.open = open
  }
}
