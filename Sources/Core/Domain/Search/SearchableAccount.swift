/// An account that can be searched.
public struct SearchableAccount: Sendable {
  public let account: Account
  public let search: any PostSearchRepository

  public init(account: Account, search: any PostSearchRepository) {
    self.account = account
    self.search = search
  }
}

/// The state of a search in several accounts.
public struct MultiAccountResult: Hashable, Sendable {
  /// An account whose search failed.
  public struct AccountFailure: Hashable, Sendable {
    public let account: Account
    public let error: TimelineError

    public init(account: Account, error: TimelineError) {
      self.account = account
      self.error = error
    }
  }

  /// All searched accounts.
  public var accounts: [Account]
  /// Accounts that have not responded yet.
  public var waiting: [Account]
  public var failures: [AccountFailure]

  public init(accounts: [Account] = [], waiting: [Account] = [], failures: [AccountFailure] = []) {
    (self.accounts, self.waiting, self.failures) = (accounts, waiting, failures)
  }
}

extension ListAccountsUseCase {
  /// The accounts that can be searched now: those that open without a password.
  public func searchableAccounts(in sources: any SourceRepository) async throws(TimelineError) -> [SearchableAccount] {
    try await callAsFunction().filter(\.isReady).compactMap { listed in
      guard let source = sources.source(of: listed.account.id), source.capabilities.canSearch else { return nil }
      return SearchableAccount(account: listed.account, search: source.search)
    }
  }
}
