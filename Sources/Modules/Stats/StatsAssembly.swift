import Domain
import Runtime
import TerminalKit

/// Builds the screen and wires its parts.
@MainActor
public enum StatsAssembly {
  public static func make(dependencies: StatsDependencies, router: StatsRouter) -> any ViewController {
    let presenter = StatsPresenter(dependencies: dependencies, router: router)
    let viewController = StatsViewController(presenter: presenter, keymap: dependencies.keymap)
    presenter.view = viewController
    return viewController
  }
}

/// What the screen of statistics works with.
@MainActor
public struct StatsDependencies {
  /// Whose posts are counted.
  let account: Account
  let loadStatistics: any LoadStatisticsUseCase
  /// Names the keys.
  let keymap: Live<Keymap>
  let clock: any WallClock
  let runner: TaskRunner
  let log: any EventLog

  public init(
    account: Account, loadStatistics: any LoadStatisticsUseCase, keymap: Live<Keymap> = Live(.standard),
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

/// Leads from statistics to other screens, through closures.
@MainActor
public struct StatsRouter: StatsWireframe {
  private let showPostScreen: (Post) -> Void

  public init(showPost: @escaping (Post) -> Void) {
    showPostScreen = showPost
  }

  func showPost(_ post: Post) { showPostScreen(post) }
}
