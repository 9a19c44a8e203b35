import Domain
import TestSupport
import Testing

@testable import Store

/// The user's names for accounts.
@Suite struct StoreNamesTests {
  private let fixture = StoreHarness()

  private func accounts() async throws -> [Account] { try await StoreAccounts(store: fixture.store).accounts() }

  @Test func `A name survives imports and renames, and is removed with the account`() async throws {
    let owner = Profile(id: "7", handle: "ada", name: "Ada Lovelace")
    try fixture.importPosts([ImportItem(.fixture(), in: .posts)], owner: owner)
    #expect(try fixture.store.setName(.store("ada"), try AccountName("work")))
    #expect(try await accounts().map(\.givenName?.text) == ["work"])

    let renamed = Profile(id: "7", handle: "countess", name: "Countess")
    try fixture.importPosts([ImportItem(.fixture(id: "2"), in: .posts)], owner: renamed)
    let account = try #require(try await accounts().first)
    #expect(account.profile.handle == "countess" && account.givenName?.text == "work")
    #expect(account.displayName == "work" && account.label == "@countess")

    #expect(try fixture.store.setName(account.id, nil))
    #expect(try await accounts().map(\.givenName) == [nil])

    #expect(try fixture.store.setName(account.id, try AccountName("work")))
    try fixture.store.forget(account.id) { _ in }
    try fixture.importPosts([ImportItem(.fixture(), in: .posts)], owner: owner)
    #expect(try await accounts().map(\.givenName) == [nil])
  }

  @Test func `A missing account cannot be named`() throws {
    #expect(try !fixture.store.setName(.store("ada"), try AccountName("work")))
    try fixture.importPosts([ImportItem(.fixture(), in: .posts)])
    #expect(try !fixture.store.setName(.store("grace"), try AccountName("work")))
  }

  @Test func `A server account keeps its name after another sign-in`() async throws {
    let live = SQLiteServerAccounts(store: fixture.store)
    let account = Account(
      id: .mastodon("ada@near.example"), profile: Profile(handle: "ada@near.example"),
      origin: .server(ServerOrigin(host: "near.example", address: "https://near.example")))
    try await live.add(account)
    #expect(try fixture.store.setName(account.id, try AccountName("near")))
    try await live.add(account)
    #expect(try await live.accounts().map(\.givenName?.text) == ["near"])
  }

  @Test func `Control characters are no name; stored names stay valid`() async throws {
    try fixture.importPosts([ImportItem(.fixture(), in: .posts)])
    try await fixture.store.openOrCreateDatabase().writeAtomically {
      try $0.execute(sql: "UPDATE account SET givenName = char(27) || '[31m'")
    }
    #expect(try await accounts().map(\.givenName) == [nil])
    try await fixture.store.openOrCreateDatabase().writeAtomically {
      try $0.execute(sql: "UPDATE account SET givenName = 'wo' || char(8205)")
    }
    let all = try await accounts()
    #expect(all.map(\.givenName?.text) == ["wo\u{200D}"])
    #expect(all.account(named: "wo\u{200D}") != nil)
  }
}
