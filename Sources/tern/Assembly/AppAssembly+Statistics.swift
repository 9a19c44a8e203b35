import Domain
import Statistics
import TerminalKit

/// The statistics screen.
extension AppAssembly {
  /// The command that opens the statistics; empty without a current account and while they are already open.
  var statisticsCommands: [AvailableCommand] {
    guard let currentAccount, let shared = shared[currentAccount], statisticsScreen == nil else { return [] }
    return [AvailableCommand(StatisticsCommands.show) { [weak self] in self?.showStatistics(of: shared) }]
  }

  private func showStatistics(of shared: SharedPosts) {
    let account = shared.account
    guard statisticsScreen == nil, let source = sources.accounts.source(of: account.id) else { return }
    let context = PostScreenContext(
      account: account, profile: account.profile, query: nil, source: source, shared: shared)
    let dependencies = StatisticsDependencies(
      account: account,
      loadStatistics: LoadStatistics(statistics: sources.statistics(of: account.id, source), clock: clock),
      keymap: keymap, clock: clock, runner: runner, log: sources.log)
    let screen = StatisticsAssembly.make(
      dependencies: dependencies, router: StatisticsRouter { [weak self] in self?.showPost($0, context) })
    statisticsScreen = screen
    navigator.push(screen)
  }
}
