import Domain
import ScreenSupport
import TerminalKit

/// Builds the settings screen and connects its components.
@MainActor
public enum SettingsListAssembly {
  /// - Parameters:
  ///   - commands: The commands that can have keys.
  ///   - path: The file in which the settings are stored.
  public static func make(
    _ repository: any SettingsRepository, commands: [Command], services: AppServices, path: String,
    router: SettingsListRouter
  ) -> any ViewController {
    let presenter = SettingsListPresenter(
      repository, commands: commands, services: services, path: path, router: router)
    let viewController = SettingsListViewController(presenter: presenter, keymap: services.keymap)
    presenter.view = viewController
    return viewController
  }

  /// A form.
  /// - Parameters:
  ///   - didSave: Called with a notice after the form was saved, to close it.
  ///   - close: Closes the form without saving it.
  public static func makeForm(
    _ subject: FormSubject, services: AppServices, didSave: @escaping @MainActor (String) -> Void,
    close: @escaping @MainActor () -> Void
  ) -> any ViewController {
    let presenter = FormPresenter(subject, services: services, close: didSave)
    let viewController = SettingsListViewController(
      title: subject.title, presenter: presenter, keymap: services.keymap)
    viewController.discard = close
    presenter.view = viewController
    return viewController
  }

  /// The list of commands and their keys.
  public static func makeKeys(
    _ repository: any SettingsRepository, commands: [Command], services: AppServices, path: String,
    router: SettingsListRouter
  ) -> any ViewController {
    let presenter = KeyListPresenter(
      repository, commands: commands, services: services, path: path, router: router)
    let viewController = KeyListViewController(presenter: presenter, keymap: services.keymap)
    presenter.view = viewController
    return viewController
  }
}

/// Notifies the app that the settings have changed, and opens the keys.
@MainActor
public struct SettingsListRouter: SettingsListWireframe {
  private let didChange: () -> Void
  private let openKeys: () -> Void

  public init(didChange: @escaping () -> Void, showKeys: @escaping () -> Void = {}) {
    self.didChange = didChange
    openKeys = showKeys
  }

  func settingsDidChange() { didChange() }
  func showKeys() { openKeys() }
}
