import Domain
import TestSupport
import Testing

@testable import tern

@Suite struct CombinedAccountsTests {
  private static let missing = TimelineError.fileMissing(path: "accounts.json")
  private static let stub = StubTimelineRepository()
  private let userAccounts = StubSourceRepository(
    .success([.fixture(handle: "ada", origin: .files([.path("ada.json")])), .fixture(handle: "grace")]))
  private let demo = StubSourceRepository(
    .success([.fixture(handle: "grace", origin: .imported(format: "later")), .fixture(handle: "alan")]), stub)
  private let broken = StubSourceRepository(.failure(missing))

  @Test func `Accounts are listed in order, each once`() async throws {
    let accounts = try await CombinedAccounts([userAccounts, demo]).accounts()
    #expect(accounts.map(\.profile.handle) == ["ada", "grace", "alan"])
    #expect(accounts.map(\.origin.label) == ["ada.json", "demo", "demo"])
  }

  @Test func `Having no accounts is not an error`() async throws {
    #expect(try await CombinedAccounts([]).accounts().isEmpty)
  }

  @Test func `A repository that cannot be read does not hide the others`() async throws {
    #expect(try await CombinedAccounts([broken, demo]).accounts().count == 2)
    await #expect(throws: Self.missing) { try await CombinedAccounts([StubSourceRepository([]), broken]).accounts() }
  }

  @Test func `Sign-in uses the first repository that knows the handle`() async throws {
    let accounts = CombinedAccounts([userAccounts, demo])
    #expect(try await accounts.signIn(handle: "alan", password: "right").profile.handle == "alan")
    #expect(try await accounts.signIn(handle: "grace", password: "right").origin == .demo)
    await #expect(throws: SignInError.wrongPassword(handle: "grace")) {
      try await accounts.signIn(handle: "grace", password: "wrong")
    }
    await #expect(throws: SignInError.unknownAccount(handle: "unknown")) {
      try await accounts.signIn(handle: "unknown", password: "right")
    }
  }

  @Test func `Sign-in reports an unreadable repository if no other knows the handle`() async throws {
    let accounts = CombinedAccounts([broken, demo])
    #expect(try await accounts.signIn(handle: "alan", password: "right").profile.handle == "alan")
    await #expect(throws: SignInError.unavailable(Self.missing)) {
      try await accounts.signIn(handle: "unknown", password: "right")
    }
  }

  @Test func `The source comes from the repository with the account`() {
    let accounts = CombinedAccounts([userAccounts, demo])
    #expect(accounts.source(of: .demo("alan"))?.timelines as AnyObject === Self.stub)
    #expect(accounts.source(of: .demo("unknown")) == nil)
  }
}
