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
    guard statisticsScreen == nil, let source = sources.accounts.source(of: shared.account.id) else { return }
    let screen = StatisticsAssembly.make(
      LoadStatistics(statistics: sources.statistics(of: shared.account.id, source), clock: clock), services: services,
      account: shared.account, router: router(PostScreenContext(shared, source)))
    statisticsScreen = screen
    navigator.push(screen)
  }
}
