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

  private func listing(own: Result<[Account], TimelineError>, _ setting: UserSettings.Demo) -> DemoListing {
    DemoListing(own: SomeAccounts(own), demo: SomeAccounts(.success([Self.ada, Self.nemo])), setting: setting)
  }

  @Test(arguments: [
    (UserSettings.Demo.auto, [Account](), [ada, nemo]), (.auto, [grace], [grace]), (.listed, [], [ada, nemo]),
    (.listed, [grace], [grace, ada, nemo]), (.hidden, [], []), (.hidden, [grace], [grace]),
  ])
  func `Invented people are listed as the person wants it`(
    setting: UserSettings.Demo, own: [Account], listed: [Account]
  ) async throws {
    #expect(try await listing(own: .success(own), setting).accounts() == listed)
  }

  @Test func `The setting may change meanwhile`() async throws {
    let listing = listing(own: .success([Self.grace]), .auto)
    listing.setting = .listed
    #expect(try await listing.accounts().count == 3)
    listing.setting = .hidden
    #expect(try await listing.accounts() == [Self.grace])
  }

  @Test func `Whoever of the demo is asked for by the whole handle is listed from then on`() async throws {
    let listing = listing(own: .success([Self.grace]), .auto)
    for handle in ["ada", "grace", "nobody@demo"] { #expect(await listing.account(goingBy: handle) == nil) }
    #expect(try await listing.accounts() == [Self.grace])
    #expect(await listing.account(goingBy: "@Ada@demo") == Self.ada)
    #expect(try await listing.accounts() == [Self.grace, Self.ada])
  }

  @Test func `What cannot be read is told, unless somebody of the demo was asked for`() async throws {
    let listing = listing(own: .failure(Self.damaged), .auto)
    await #expect(throws: Self.damaged) { try await listing.accounts() }
    _ = await listing.account(goingBy: "ada@demo")
    #expect(try await listing.accounts() == [Self.ada])
  }

  @Test func `Where the person wants no demo, nobody of it is found`() async throws {
    let listing = listing(own: .success([]), .hidden)
    #expect(await listing.account(goingBy: "ada@demo") == nil)
    await #expect(throws: SignInError.unknownAccount(handle: "ada@demo")) {
      try await listing.signIn(handle: "ada@demo", password: "")
    }
    listing.setting = .auto
    #expect(try await listing.signIn(handle: "ada@demo", password: "") == Self.ada)
  }
}

/// Accounts that let everybody in.
private struct SomeAccounts: SourceRepository {
  let listed: Result<[Account], TimelineError>

  init(_ listed: Result<[Account], TimelineError>) {
    self.listed = listed
  }

  func accounts() async throws(TimelineError) -> [Account] { try listed.get() }

  func signIn(handle: String, password: String) async throws(SignInError) -> Account {
    guard let account = (try? listed.get())?.first(where: { $0.profile.handle == handle }) else {
      throw .unknownAccount(handle: handle)
    }
    return account
  }

  func source(of account: AccountID) -> Source? { nil }
}
