import Domain
import ScreenSupport
import TerminalKit

/// Builds the statistics screen and connects its components.
@MainActor
public enum StatisticsAssembly {
  /// - Parameter account: The account whose posts are counted.
  public static func make(
    _ loadStatistics: any LoadStatisticsUseCase, services: AppServices, account: Account, router: any PostWireframe
  ) -> any ViewController {
    let presenter = StatisticsPresenter(loadStatistics, services: services, account: account, router: router)
    let viewController = StatisticsViewController(presenter: presenter, keymap: services.keymap)
    presenter.view = viewController
    return viewController
  }
}
