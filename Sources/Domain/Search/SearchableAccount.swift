/// An account that can be looked through, and who does it.
public struct SearchableAccount: Sendable {
  public let account: Account
  public let search: any PostSearchRepository

  public init(account: Account, search: any PostSearchRepository) {
    self.account = account
    self.search = search
  }
}

/// What has become of a question to several accounts so far.
public struct MultiAccountResult: Hashable, Sendable {
  /// An account that gave no answer, and why.
  public struct AccountFailure: Hashable, Sendable {
    public let account: Account
    public let error: TimelineError

    public init(account: Account, error: TimelineError) {
      self.account = account
      self.error = error
    }
  }

  /// Those that were asked.
  public var accounts: [Account]
  /// Those that have not answered yet.
  public var waiting: [Account]
  public var failures: [AccountFailure]

  public init(accounts: [Account] = [], waiting: [Account] = [], failures: [AccountFailure] = []) {
    (self.accounts, self.waiting, self.failures) = (accounts, waiting, failures)
  }
}

extension ListAccountsUseCase {
  /// Those that can be looked through now: the ones that open without a password.
  /// - Throws: why the accounts cannot be told.
  public func searched(in sources: any SourceRepository) async throws(TimelineError) -> [SearchableAccount] {
    try await callAsFunction().filter(\.isReady).compactMap { listed in
      guard let source = sources.source(of: listed.account.id), source.capabilities.canSearch else { return nil }
      return SearchableAccount(account: listed.account, search: source.search)
    }
  }
}
