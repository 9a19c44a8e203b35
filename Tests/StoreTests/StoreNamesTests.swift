import Domain
import TestSupport
import Testing

@testable import Store

/// What a person calls an account.
@Suite struct StoreNamesTests {
  private let fixture = StoreHarness()

  private func accounts() async throws -> [Account] { try await StoreAccounts(store: fixture.store).accounts() }

  @Test func `A name outlives further imports and another handle, and goes with the account`() async throws {
    let owner = Profile(id: "7", handle: "ada", name: "Ada Lovelace")
    try fixture.importPosts([ImportItem(.fixture(), in: .posts)], owner: owner)
    #expect(try fixture.store.name(.store("ada"), try AccountName("work")))
    #expect(try await accounts().map(\.givenName?.text) == ["work"])

    let renamed = Profile(id: "7", handle: "countess", name: "Countess")
    try fixture.importPosts([ImportItem(.fixture(id: "2"), in: .posts)], owner: renamed)
    let account = try #require(try await accounts().first)
    #expect(account.profile.handle == "countess" && account.givenName?.text == "work")
    #expect(account.shownName == "work" && account.label == "@countess")

    #expect(try fixture.store.name(account.id, nil))
    #expect(try await accounts().map(\.givenName) == [nil])

    #expect(try fixture.store.name(account.id, try AccountName("work")))
    try fixture.store.forget(account.id) { _ in }
    try fixture.importPosts([ImportItem(.fixture(), in: .posts)], owner: owner)
    #expect(try await accounts().map(\.givenName) == [nil])
  }

  @Test func `An account that is not there is given none`() throws {
    #expect(try !fixture.store.name(.store("ada"), try AccountName("work")))
    try fixture.importPosts([ImportItem(.fixture(), in: .posts)])
    #expect(try !fixture.store.name(.store("grace"), try AccountName("work")))
  }

  @Test func `An account of a server keeps its name when it is signed in to anew`() async throws {
    let live = SQLiteServerAccounts(store: fixture.store)
    let account = Account(
      id: .mastodon("ada@near.example"), profile: Profile(handle: "ada@near.example"),
      origin: .server(ServerOrigin(host: "near.example", address: "https://near.example")))
    try await live.add(account)
    #expect(try fixture.store.name(account.id, try AccountName("near")))
    try await live.add(account)
    #expect(try await live.accounts().map(\.givenName?.text) == ["near"])
  }

  @Test func `What drives a terminal is no name; one that is refused by now still is`() async throws {
    try fixture.importPosts([ImportItem(.fixture(), in: .posts)])
    try await fixture.store.ready().change { try $0.execute(sql: "UPDATE account SET givenName = char(27) || '[31m'") }
    #expect(try await accounts().map(\.givenName) == [nil])
    try await fixture.store.ready().change { try $0.execute(sql: "UPDATE account SET givenName = 'wo' || char(8205)") }
    let all = try await accounts()
    #expect(all.map(\.givenName?.text) == ["wo\u{200D}"])
    #expect(all.account(called: "wo\u{200D}") != nil)
  }
}
