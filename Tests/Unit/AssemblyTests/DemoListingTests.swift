import Domain
import Settings
import TestSupport
import Testing

@testable import tern

@Suite struct DemoListingTests {
  private static let ada = Account(id: .demo("ada@demo"), profile: Profile(handle: "ada@demo"), origin: .demo)
  private static let nemo = Account(id: .demo("nemo@demo"), profile: Profile(handle: "nemo@demo"), origin: .demo)
  private static let grace = Account.fixture(handle: "grace", origin: .imported(format: "X archive"))
  private static let damaged = TimelineError.fileMissing(path: "store")

  private func listing(userAccounts: Result<[Account], TimelineError>, _ setting: UserSettings.Demo) -> DemoListing {
    DemoListing(
      userAccounts: StubSourceRepository(userAccounts), demo: StubSourceRepository(.success([Self.ada, Self.nemo])),
      setting: setting)
  }

  @Test(arguments: [
    (UserSettings.Demo.auto, [Account](), [ada, nemo]), (.auto, [grace], [grace]), (.listed, [], [ada, nemo]),
    (.listed, [grace], [grace, ada, nemo]), (.hidden, [], []), (.hidden, [grace], [grace]),
  ])
  func `The setting decides whether demo accounts are listed`(
    setting: UserSettings.Demo, userAccounts: [Account], listed: [Account]
  ) async throws {
    #expect(try await listing(userAccounts: .success(userAccounts), setting).accounts() == listed)
  }

  @Test func `A changed setting applies at once`() async throws {
    let listing = listing(userAccounts: .success([Self.grace]), .auto)
    listing.setting = .listed
    #expect(try await listing.accounts().count == 3)
    listing.setting = .hidden
    #expect(try await listing.accounts() == [Self.grace])
  }

  @Test func `A demo account requested by its full handle stays listed`() async throws {
    let listing = listing(userAccounts: .success([Self.grace]), .auto)
    for handle in ["ada", "grace", "unknown@demo"] { #expect(await listing.account(matching: handle) == nil) }
    #expect(try await listing.accounts() == [Self.grace])
    #expect(await listing.account(matching: "@Ada@demo") == Self.ada)
    #expect(try await listing.accounts() == [Self.grace, Self.ada])
  }

  @Test func `A read error is thrown unless a demo account was requested`() async throws {
    let listing = listing(userAccounts: .failure(Self.damaged), .auto)
    await #expect(throws: Self.damaged) { try await listing.accounts() }
    _ = await listing.account(matching: "ada@demo")
    #expect(try await listing.accounts() == [Self.ada])
  }

  @Test func `A hidden demo has no accounts`() async throws {
    let listing = listing(userAccounts: .success([]), .hidden)
    #expect(await listing.account(matching: "ada@demo") == nil)
    await #expect(throws: SignInError.unknownAccount(handle: "ada@demo")) {
      try await listing.signIn(handle: "ada@demo", password: "right")
    }
    listing.setting = .auto
    #expect(try await listing.signIn(handle: "ada@demo", password: "right") == Self.ada)
  }
}
