import Domain
import Timeline

/// One search over all accounts, and what it finds in others than the one that is read.
extension AppAssembly {
  /// Makes whoever looks through all accounts that can be read: a new one for each search that stands.
  var makeSearchAccounts: () -> any SearchAccountsUseCase {
    { [listAccounts, accounts = sources.accounts, clock] in
      SearchAccounts(clock: clock) { () async throws(TimelineError) in try await listAccounts.searched(in: accounts) }
    }
  }

  /// What there is to do with posts of an account; nil for one that is gone.
  func other(_ account: Account) -> ForeignAccountContext? {
    guard let source = sources.accounts.source(of: account.id) else { return nil }
    let shared = sharedPosts(of: account, source)
    let reading = { (query: SearchQuery?) in
      PostScreenContext(account: account, profile: account.profile, query: query, source: source, shared: shared)
    }
    return ForeignAccountContext(
      account: account, reach: source.reach, actor: shared.actor, canWrite: source.publishing != nil,
      showPost: { [weak self] in self?.showPost($0, reading($1)) },
      show: { [weak self] in self?.show($0, reading(nil)) },
      select: { [weak self] in self?.select($0, reading($1)) })
  }
}
