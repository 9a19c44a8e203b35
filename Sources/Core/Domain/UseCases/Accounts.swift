/// Lists the accounts that can be read.
public protocol ListAccountsUseCase: Sendable {
  /// The user's own accounts, then those of the demo.
  func callAsFunction() async throws(TimelineError) -> [ListedAccount]
}

public struct ListedAccount: Hashable, Sendable {
  public var account: Account
  /// Whether it opens without a password: it needs none, or the user has signed in.
  public var isReady: Bool

  public init(account: Account, isReady: Bool) {
    self.account = account
    self.isReady = isReady
  }
}

public struct ListAccounts: ListAccountsUseCase {
  private let accounts: any AccountRepository
  private let session: any SessionRepository

  public init(accounts: any AccountRepository, session: any SessionRepository) {
    self.accounts = accounts
    self.session = session
  }

  public func callAsFunction() async throws(TimelineError) -> [ListedAccount] {
    let memory = await session.load().accounts
    return try await accounts.accounts().map { account in
      ListedAccount(
        account: account, isReady: account.access == .open || memory[account.id]?.isSignedIn == true)
    }
  }
}

/// Signs in to an account with a password.
public protocol SignInUseCase: Sendable {
  /// Signs in. Succeeds even if the sign-in cannot be saved for the next launch.
  func callAsFunction(handle: String, password: String) async throws(SignInError) -> Account
}

public struct SignIn: SignInUseCase {
  private let accounts: any AccountRepository
  private let session: any SessionRepository

  public init(accounts: any AccountRepository, session: any SessionRepository) {
    self.accounts = accounts
    self.session = session
  }

  public func callAsFunction(handle: String, password: String) async throws(SignInError) -> Account {
    let account = try await accounts.signIn(handle: handle, password: password)
    try? await session.update { $0.accounts[account.id, default: AccountState()].isSignedIn = true }
    return account
  }
}
