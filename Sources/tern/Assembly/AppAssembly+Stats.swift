import Domain
import Stats
import TerminalKit

/// What the posts of an account come to.
extension AppAssembly {
  /// Wherever an account is read, and another screen stands than the one that this leads to.
  var statsOffers: [Offer] {
    guard let currentAccount, let shared = shared[currentAccount], statistics == nil else { return [] }
    return [Offer(StatsCommands.show) { [weak self] in self?.showStatistics(of: shared) }]
  }

  private func showStatistics(of shared: SharedPosts) {
    let account = shared.account
    guard statistics == nil, let source = sources.accounts.source(of: account.id) else { return }
    let reading = Reading(account: account, profile: account.profile, query: nil, source: source, shared: shared)
    let dependencies = StatsDependencies(
      account: account,
      loadStatistics: LoadStatistics(statistics: sources.statistics(of: account.id, source), clock: clock),
      keymap: keymap, clock: clock, runner: runner, log: sources.log)
    let screen = StatsAssembly.make(
      dependencies: dependencies, router: StatsRouter { [weak self] in self?.showPost($0, reading) })
    statistics = screen
    navigator.push(screen)
  }
}
