import Domain
import Timeline

/// Search over all accounts, and the screens for matches in accounts other than the current one.
extension AppAssembly {
  /// Makes the use case that searches all ready accounts. Each search needs one of its own.
  var makeSearchAccounts: () -> any SearchAccountsUseCase {
    { [listAccounts, accounts = sources.accounts, clock] in
      SearchAccounts(clock: clock) { () async throws(TimelineError) in
        try await listAccounts.searchableAccounts(in: accounts)
      }
    }
  }

  /// The services for posts of another account, or nil if the account no longer exists.
  func foreignContext(of account: Account) -> ForeignAccountContext? {
    guard let source = sources.accounts.source(of: account.id) else { return nil }
    let shared = sharedPosts(of: account, source)
    let context = { PostScreenContext(shared, source, query: $0) }
    return ForeignAccountContext(
      session: PostScreenContext(shared, source).session,
      showPost: { [weak self] in self?.showPost($0, context($1)) },
      show: { [weak self] in self?.show($0, context(nil)) },
      select: { [weak self] in self?.select($0, context($1)) })
  }
}
