import Domain
import Statistics
import TerminalKit

/// What the posts of an account come to.
extension AppAssembly {
  /// Wherever an account is read, and another screen stands than the one that this leads to.
  var statisticsCommands: [AvailableCommand] {
    guard let currentAccount, let shared = shared[currentAccount], statistics == nil else { return [] }
    return [AvailableCommand(StatisticsCommands.show) { [weak self] in self?.showStatistics(of: shared) }]
  }

  private func showStatistics(of shared: SharedPosts) {
    let account = shared.account
    guard statistics == nil, let source = sources.accounts.source(of: account.id) else { return }
    let reading = PostScreenContext(
      account: account, profile: account.profile, query: nil, source: source, shared: shared)
    let dependencies = StatisticsDependencies(
      account: account,
      loadStatistics: LoadStatistics(statistics: sources.statistics(of: account.id, source), clock: clock),
      keymap: keymap, clock: clock, runner: runner, log: sources.log)
    let screen = StatisticsAssembly.make(
      dependencies: dependencies, router: StatisticsRouter { [weak self] in self?.showPost($0, reading) })
    statistics = screen
    navigator.push(screen)
  }
}
