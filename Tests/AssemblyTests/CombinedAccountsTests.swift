import Domain
import TestSupport
import Testing

@testable import tern

@Suite struct CombinedAccountsTests {
  private static let missing = TimelineError.fileMissing(path: "accounts.json")
  private let own = Part([.fixture(handle: "ada", origin: .files([.path("ada.json")])), .fixture(handle: "grace")])
  private let demo = Part([.fixture(handle: "grace", origin: .imported(format: "later")), .fixture(handle: "alan")])
  private let broken = Part(error: missing)

  @Test func `They are listed in order, each once`() async throws {
    let accounts = try await CombinedAccounts([own, demo]).accounts()
    #expect(accounts.map(\.profile.handle) == ["ada", "grace", "alan"])
    #expect(accounts.map(\.origin.label) == ["ada.json", "demo", "demo"])
  }

  @Test func `None at all is no error`() async throws {
    #expect(try await CombinedAccounts([]).accounts().isEmpty)
  }

  @Test func `Accounts that cannot be read hide no others`() async throws {
    #expect(try await CombinedAccounts([broken, demo]).accounts().count == 2)
    await #expect(throws: Self.missing) { try await CombinedAccounts([Part([]), broken]).accounts() }
  }

  @Test func `A handle is looked for in each, and the first that knows it decides`() async throws {
    let accounts = CombinedAccounts([own, demo])
    #expect(try await accounts.signIn(handle: "alan", password: "right").profile.handle == "alan")
    #expect(try await accounts.signIn(handle: "grace", password: "right").origin == .demo)
    await #expect(throws: SignInError.wrongPassword(handle: "grace")) {
      try await accounts.signIn(handle: "grace", password: "wrong")
    }
    await #expect(throws: SignInError.unknownAccount(handle: "nobody")) {
      try await accounts.signIn(handle: "nobody", password: "right")
    }
  }

  @Test func `A handle that nobody readable knows may be in what cannot be read`() async throws {
    let accounts = CombinedAccounts([broken, demo])
    #expect(try await accounts.signIn(handle: "alan", password: "right").profile.handle == "alan")
    await #expect(throws: SignInError.unavailable(Self.missing)) {
      try await accounts.signIn(handle: "nobody", password: "right")
    }
  }

  @Test func `The source is that of the part that has the account`() {
    let accounts = CombinedAccounts([own, demo])
    #expect(accounts.source(of: .demo("alan"))?.timelines as AnyObject === demo.stub)
    #expect(accounts.source(of: .demo("nobody")) == nil)
  }
}

/// Accounts whose password is “right”.
private struct Part: SourceRepository {
  let stub = StubTimelineRepository()
  private let listed: Result<[Account], TimelineError>

  init(_ accounts: [Account]) { listed = .success(accounts) }
  init(error: TimelineError) { listed = .failure(error) }

  func accounts() async throws(TimelineError) -> [Account] { try listed.get() }

  func signIn(handle: String, password: String) async throws(SignInError) -> Account {
    switch listed {
    case .failure(let error): throw .unavailable(error)
    case .success(let accounts):
      guard let account = accounts.first(where: { $0.profile.handle == handle }) else {
        throw .unknownAccount(handle: handle)
      }
      guard password == "right" else { throw .wrongPassword(handle: handle) }
      return account
    }
  }

  func source(of account: AccountID) -> Source? {
    guard let accounts = try? listed.get(), accounts.contains(where: { $0.id == account }) else { return nil }
    return Source(stub, capabilities: SourceCapabilities())
  }
}
