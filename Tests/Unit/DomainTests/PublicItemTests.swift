import Domain
import Testing

/// Posts and profiles that their servers show without an account.
struct PublicItemTests {
  private func item(_ address: String) throws -> PublicItem? {
    PublicItem(try #require(FediverseAddress(typed: address)))
  }

  @Test(arguments: [
    ("https://tern.example/@ada/1234", "https://tern.example", "1234"),
    ("https://tern.example/@ada@far.example/1234?a=b#c", "https://tern.example", "1234"),
    ("https://tern.example/users/ada/statuses/55", "https://tern.example", "55"),
    ("https://gts.example/@ada/statuses/01HQ9", "https://gts.example", "01HQ9"),
    ("https://pleroma.example/notice/AbC", "https://pleroma.example", "AbC"),
    ("http://127.0.0.1:4190/@ada/7", "http://127.0.0.1:4190", "7"),
  ]) func `A post has its server and its ID there`(address: String, server: String, id: String) throws {
    let item = try item(address)
    #expect(item?.server.address == server && item?.content == .post(PostID(id)))
  }

  @Test(arguments: [
    ("@ada@tern.example", "https://tern.example", "ada@tern.example"),
    ("https://tern.example/@ada", "https://tern.example", "ada"),
    ("https://tern.example/@ada@far.example", "https://tern.example", "ada@far.example"),
    ("https://tern.example/users/ada", "https://tern.example", "ada"),
  ]) func `A profile has its server and its handle`(address: String, server: String, handle: String) throws {
    let item = try item(address)
    #expect(item?.server.address == server && item?.content == .profile(handle))
  }

  @Test(arguments: [
    "https://pleroma.example/objects/1b2c", "https://key.example/notes/9x", "https://blog.example/looms",
  ])
  func `Other addresses do not say what to request`(address: String) throws {
    #expect(try item(address) == nil)
  }
}
