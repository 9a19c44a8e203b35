import Domain
import Foundation
import GRDB
import StoreSupport
import Synchronization
import TestSupport
import Testing

@testable import Store

/// A removed account is deleted from the file, and nothing else is.
@Suite struct StoreForgetTests {
  private let fixture = StoreHarness()

  /// Posts with a word in every searchable field.
  private func posts(_ word: String, by handle: String, count: Int = 400) -> [ImportItem] {
    (0..<count).map { number in
      let quoted = Post.fixture(id: "quoted-\(handle)-\(number)", text: "quoted \(word) cited\(word)")
      return ImportItem(
        .fixture(
          id: "\(handle)-\(number)", author: .fixture(handle: "\(word)\(number % 9)", name: "Name of \(word)"),
          createdAt: .noon.minutesAgo(Double(number * 7)), text: "Says \(word) and number\(number)",
          links: [Link(url: "https://\(word).example/\(number)", text: "shown \(word)")],
          url: "https://example.com/\(word)", quote: number % 10 == 0 ? .shown(quoted) : nil,
          warning: number % 3 == 0 ? "warns of \(word)" : nil,
          media: [Media(kind: .image, url: "https://example.com/\(word).jpg", description: "shows \(word)")],
          poll: number % 5 == 0 ? Poll(options: [Poll.Option(title: "yes \(word)")], isClosed: true) : nil),
        in: number % 2 == 0 ? .posts : .replies)
    }
  }

  private func export(_ handle: String) async throws -> [Post] {
    try await fixture.store.exportedPosts(of: .store(handle), from: nil, limit: 10_000).posts
  }

  /// Whether any of the files contains a word.
  private func holds(_ word: String) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: fixture.directory).contains { name in
      let bytes = FileManager.default.contents(atPath: fixture.directory + "/" + name) ?? Data()
      return bytes.range(of: Data(word.utf8)) != nil || bytes.range(of: Data(word.suffix(6).utf8)) != nil
    }
  }

  @Test(arguments: [false, true])
  func `Related data is removed before the account's row`(isAlone: Bool) throws {
    try fixture.importPosts(posts("unforgotten", by: "ada", count: 20))
    if !isAlone { try fixture.importPosts(posts("zyx", by: "zyx", count: 20), owner: Profile(handle: "zyx")) }
    let path = fixture.databasePath
    let seen = Mutex<[String]>([])
    let store = PostStore(directory: fixture.directory) { account in
      let rows = try? DatabaseQueue(path: path).read { database in
        try Int.fetchOne(database, sql: "SELECT count(*) FROM account WHERE handle = 'ada' AND isPartial = 1")
      }
      seen.withLock { $0.append("\(account.key): \(rows ?? -1)") }
    }
    try store.forget(.store("nobody")) { _ in }
    #expect(seen.withLock(\.self) == [])
    try store.forget(.store("ada")) { _ in }
    #expect(seen.withLock(\.self) == ["ada: 1"])
    #expect(try fixture.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM account WHERE handle = 'ada'") } == 0)
  }

  private func importBoth() throws {
    try fixture.importPosts(posts("unforgotten", by: "ada"))
    try fixture.importPosts(posts("zyxwvuts", by: "zyxwvuts"), owner: Profile(handle: "zyxwvuts", name: "Zyxwvuts Z"))
  }

  @Test func `A removed account leaves no word, and others are unchanged`() async throws {
    try importBoth()
    try expectIntact(fixture.directory)
    #expect(try holds("zyxwvuts"))
    let before = try await export("ada")
    try fixture.store.forget(.store("zyxwvuts")) { _ in }
    for word in ["zyxwvuts", "Zyxwvuts", "citedzyxwvuts"] { #expect(try !holds(word), "\(word)") }
    #expect(try await export("ada") == before)
    #expect(before.count == 400)
    #expect(try await StoreAccounts(store: fixture.store).accounts().map(\.profile.handle) == ["ada"])
    try expectIntact(fixture.directory)
  }

  @Test func `Removing the only account leaves nothing`() async throws {
    try fixture.importPosts(posts("zyxwvuts", by: "zyxwvuts"), owner: Profile(handle: "zyxwvuts", name: "Zyxwvuts Z"))
    try fixture.store.forget(.store("zyxwvuts")) { _ in }
    #expect(try !holds("zyxwvuts"))
    #expect(try !holds("Zyxwvuts"))
    #expect(try await StoreAccounts(store: fixture.store).accounts() == [])
    try expectIntact(fixture.directory)
  }

  @Test func `Readers continue during a removal`() async throws {
    try importBoth()
    let reader = PostStore(directory: fixture.directory)
    let repository = StoreTimelineRepository(store: reader, account: .store("zyxwvuts"))
    #expect(try await repository.page(of: .posts, PageRequest(.newest, limit: 10)).posts.count == 10)
    try fixture.store.forget(.store("zyxwvuts")) { _ in }
    await #expect(throws: TimelineError.self) { try await repository.page(of: .posts, PageRequest(.newest, limit: 10)) }
    let other = StoreTimelineRepository(store: reader, account: .store("ada"))
    #expect(try await other.page(of: .posts, PageRequest(.newest, limit: 10)).posts.count == 10)
    #expect(try !holds("zyxwvuts"))
  }

  @Test func `A removed account's former names are removed, too`() async throws {
    try fixture.importPosts(posts("unforgotten", by: "ada"))
    let other = Profile(handle: "other")
    let post = Post.fixture(id: "1", author: Profile(handle: "other"), text: "mine")
    try fixture.importPosts([ImportItem(post, in: .posts)], owner: other)
    let named = Profile(handle: "other", name: "Qwertzuiop")
    try fixture.importPosts([ImportItem(post, in: .posts)], owner: named)
    try expectIntact(fixture.directory)
    let query = try SearchQuery("qwertzuiop", now: .noon)
    #expect(try await fixture.repository("other").matchCount(of: query, upTo: nil).count == 1)
    try fixture.store.forget(.store("other")) { _ in }
    #expect(try !holds("qwertzuiop"))
    #expect(try !holds("Qwertzuiop"))
  }
}
