import Domain
import TestSupport
import Testing

@Suite struct AccountsTests {
  private let open = Account.fixture(handle: "ada@demo")
  private let locked = Account.fixture(handle: "grace@demo", access: .password)

  @Test func `Accounts without a password are ready`() async throws {
    let list = ListAccounts(
      accounts: StubAccountRepository(accounts: .success([open, locked])), session: MemorySessionRepository())
    let expected = [ListedAccount(account: open, isReady: true), ListedAccount(account: locked, isReady: false)]
    #expect(try await list() == expected)
  }

  @Test func `Accounts with the same handle have distinct names`() throws {
    func account(_ key: String, _ handle: String, as name: String? = nil, _ format: String) throws -> Account {
      Account(
        id: .store(key), profile: .fixture(handle: handle), givenName: try name.map { try AccountName($0) },
        origin: .imported(format: format))
    }
    let accounts = [
      try account("1", "ada", "X archive"), try account("2", "ada", "Mastodon archive"),
      try account("3", "ada", as: "Work", "X archive"), try account("4", "grace", as: "Home", "X archive"),
    ]
    let names = accounts.distinctNames
    #expect(accounts.map { names[$0.id] } == ["@ada (X archive)", "@ada (Mastodon archive)", "Work", "@grace"])
  }

  @Test func `Accounts that the user is signed in to are ready`() async throws {
    let session = MemorySessionRepository(SessionState(accounts: [locked.id: AccountState(isSignedIn: true)]))
    let list = ListAccounts(accounts: StubAccountRepository(accounts: .success([locked])), session: session)
    #expect(try await list() == [ListedAccount(account: locked, isReady: true)])
  }

  @Test func `Signing in is stored and changes nothing else`() async throws {
    let before = AccountState(lastTimeline: ListedTimeline(.mentions))
    let session = MemorySessionRepository(SessionState(accounts: [locked.id: before]))
    let signIn = SignIn(accounts: StubAccountRepository(signIn: .success(locked)), session: session)
    #expect(try await signIn(handle: "grace@demo", password: "cobol") == locked)
    let after = AccountState(isSignedIn: true, lastTimeline: ListedTimeline(.mentions))
    #expect(session.load() == SessionState(accounts: [locked.id: after]))
  }

  @Test func `Signing in succeeds if the session cannot be stored`() async throws {
    let session = MemorySessionRepository(error: SessionError(path: "/state", reason: "Read-only file system"))
    let signIn = SignIn(accounts: StubAccountRepository(signIn: .success(locked)), session: session)
    #expect(try await signIn(handle: "grace@demo", password: "cobol") == locked)
  }

  @Test func `A wrong password is not stored as a sign-in`() async {
    let session = MemorySessionRepository()
    let error = SignInError.wrongPassword(handle: "grace@demo")
    let signIn = SignIn(accounts: StubAccountRepository(signIn: .failure(error)), session: session)
    await #expect(throws: error) { try await signIn(handle: "grace@demo", password: "fortran") }
    #expect(session.load() == SessionState())
  }
}
