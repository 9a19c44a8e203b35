/// Says who can be read.
public protocol ListAccountsUseCase: Sendable {
  /// The person's own first, then the demo's, each with whether the person is signed in to it.
  func callAsFunction() async throws(TimelineError) -> [ListedAccount]
}

public struct ListedAccount: Hashable, Sendable {
  public var account: Account
  /// Whether its timeline opens without a password now.
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

/// Opens an account that asks for a password.
public protocol SignInUseCase: Sendable {
  /// The account, signed in to from now on. That it is so may fail to be remembered; that is no reason to refuse.
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
    try? await session.update { $0.accounts[account.id, default: AccountMemory()].isSignedIn = true }
    return account
  }
}
