import Domain
import TestSupport
import Testing

@Suite struct AccountsTests {
  private let open = Account.fixture(handle: "ada@demo")
  private let locked = Account.fixture(handle: "grace@demo", access: .password)

  @Test func `An account that asks for no password is ready`() async throws {
    let list = ListAccounts(
      accounts: StubAccountRepository(accounts: .success([open, locked])), session: MemorySessionRepository())
    let expected = [ListedAccount(account: open, isReady: true), ListedAccount(account: locked, isReady: false)]
    #expect(try await list() == expected)
  }

  @Test func `Side by side, accounts of one handle are told by their given name, else by where they come from`() throws
  {
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

  @Test func `An account that the person is signed in to is ready`() async throws {
    let session = MemorySessionRepository(SessionState(accounts: [locked.id: AccountMemory(isSignedIn: true)]))
    let list = ListAccounts(accounts: StubAccountRepository(accounts: .success([locked])), session: session)
    #expect(try await list() == [ListedAccount(account: locked, isReady: true)])
  }

  @Test func `Signing in is remembered, and nothing else changes`() async throws {
    let before = AccountMemory(lastTimeline: ListedTimeline(.mentions))
    let session = MemorySessionRepository(SessionState(accounts: [locked.id: before]))
    let signIn = SignIn(accounts: StubAccountRepository(signIn: .success(locked)), session: session)
    #expect(try await signIn(handle: "grace@demo", password: "cobol") == locked)
    let after = AccountMemory(isSignedIn: true, lastTimeline: ListedTimeline(.mentions))
    #expect(session.load() == SessionState(accounts: [locked.id: after]))
  }

  @Test func `A session that cannot be stored keeps nobody out`() async throws {
    let session = MemorySessionRepository(error: SessionError(path: "/state", reason: "Read-only file system"))
    let signIn = SignIn(accounts: StubAccountRepository(signIn: .success(locked)), session: session)
    #expect(try await signIn(handle: "grace@demo", password: "cobol") == locked)
  }

  @Test func `A wrong password is not remembered as a sign-in`() async {
    let session = MemorySessionRepository()
    let error = SignInError.wrongPassword(handle: "grace@demo")
    let signIn = SignIn(accounts: StubAccountRepository(signIn: .failure(error)), session: session)
    await #expect(throws: error) { try await signIn(handle: "grace@demo", password: "fortran") }
    #expect(session.load() == SessionState())
  }
}
