import Domain
import Runtime
import TerminalKit

/// Builds the statistics screen and connects its components.
@MainActor
public enum StatisticsAssembly {
  public static func make(dependencies: StatisticsDependencies, router: StatisticsRouter) -> any ViewController {
    let presenter = StatisticsPresenter(dependencies: dependencies, router: router)
    let viewController = StatisticsViewController(presenter: presenter, keymap: dependencies.keymap)
    presenter.view = viewController
    return viewController
  }
}

/// The dependencies of the statistics screen.
@MainActor
public struct StatisticsDependencies {
  /// The account whose posts are counted.
  let account: Account
  let loadStatistics: any LoadStatisticsUseCase
  /// The key bindings, for hints.
  let keymap: Observed<Keymap>
  let clock: any WallClock
  let runner: TaskRunner
  let log: any EventLog

  public init(
    account: Account, loadStatistics: any LoadStatisticsUseCase, keymap: Observed<Keymap> = Observed(.standard),
    clock: any WallClock, runner: TaskRunner, log: any EventLog
  ) {
    self.account = account
    self.loadStatistics = loadStatistics
    self.keymap = keymap
    self.clock = clock
    self.runner = runner
    self.log = log
  }
}

/// Opens other screens from the statistics through closures.
@MainActor
public struct StatisticsRouter: StatisticsWireframe {
  private let showPostScreen: (Post) -> Void

  public init(showPost: @escaping (Post) -> Void) {
    showPostScreen = showPost
  }

  func showPost(_ post: Post) { showPostScreen(post) }
}
