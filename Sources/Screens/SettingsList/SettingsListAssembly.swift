import Domain
import ScreenSupport
import TerminalKit

/// Builds the settings screen and connects its components.
@MainActor
public enum SettingsListAssembly {
  /// - Parameter path: The file in which the settings are stored.
  public static func make(
    _ repository: any SettingsRepository, services: AppServices, path: String, router: SettingsListRouter
  ) -> any ViewController {
    let presenter = SettingsListPresenter(repository, services: services, path: path, router: router)
    let viewController = SettingsListViewController(presenter: presenter, keymap: services.keymap)
    presenter.view = viewController
    return viewController
  }
}

/// Notifies the app that the settings have changed.
@MainActor
public struct SettingsListRouter: SettingsListWireframe {
  private let didChange: () -> Void

  public init(didChange: @escaping () -> Void) {
    self.didChange = didChange
  }

  func settingsDidChange() { didChange() }
}
