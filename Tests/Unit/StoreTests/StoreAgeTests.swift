import Domain
import Foundation
import TestSupport
import Testing

@testable import Store

/// Archives are imported in any order: newer content stays.
@Suite struct StoreAgeTests {
  private let fixture = StoreHarness()
  private let older = Date.noon.minutesAgo(1_000)
  private let newer = Date.noon

  private func page(_ timeline: TimelineID = .posts) async throws -> [Post] {
    try await fixture.repository().page(of: timeline, PageRequest(.newest, limit: 100)).posts
  }

  private func item(_ text: String, likes: Int, name: String = "Ada Lovelace") -> ImportItem {
    let author = Profile(handle: "ada", name: name)
    return ImportItem(.fixture(id: "1", author: author, text: text, counts: Counts(likes: likes)), in: .posts)
  }

  @Test func `An older archive adds posts and changes none`() async throws {
    let now = Profile(handle: "ada", name: "Ada King")
    try fixture.importPosts([item("as it is", likes: 7, name: "Ada King")], owner: now, asOf: newer)
    let gone = Post.fixture(
      id: "2", author: .owner, createdAt: .noon.minutesAgo(9), text: "deleted meanwhile")
    let summary = try fixture.importPosts(
      [item("as it was", likes: 1), ImportItem(gone, in: .posts, .likes)], asOf: older)
    #expect(summary.isOlder)
    #expect(summary.counts == ImportCounts(new: 1, unchanged: 1))
    #expect(try await page().map(\.text.plain) == ["as it is", "deleted meanwhile"])
    #expect(try await page().first?.counts?.likes == 7)
    #expect(try await page().map(\.author?.name) == ["Ada King", "Ada King"])
    #expect(try await page(.likes).map(\.id.rawValue) == ["2"])
    #expect(try await StoreAccounts(store: fixture.store).accounts().map(\.profile.name) == ["Ada King"])
    try expectIntact(fixture.directory)
  }

  @Test(arguments: [0, 1]) func `An archive of the same age or newer updates posts`(minutes: Double) async throws {
    try fixture.importPosts([item("as it was", likes: 1)], asOf: older)
    let summary = try fixture.importPosts(
      [item("as it is", likes: 7)], owner: Profile(handle: "ada", name: "Ada King"),
      asOf: older.minutesAgo(-minutes))
    #expect(!summary.isOlder)
    #expect(summary.counts == ImportCounts(updated: 1))
    #expect(try await page().map(\.text.plain) == ["as it is"])
    #expect(try await StoreAccounts(store: fixture.store).accounts().map(\.profile.name) == ["Ada King"])
  }

  @Test func `Without a date, an archive is as old as its newest post`() async throws {
    try fixture.importPosts([item("as it is", likes: 7)], newest: newer)
    let summary = try fixture.importPosts([item("as it was", likes: 1)], newest: older)
    #expect(summary.isOlder)
    #expect(try await page().map(\.text.plain) == ["as it is"])
    // The same archive again is not older.
    #expect(!(try fixture.importPosts([item("as it is", likes: 8)], newest: newer).isOlder))
    #expect(try await page().first?.counts?.likes == 8)
  }

  @Test func `An archive can be declared to be the newest`() async throws {
    try fixture.importPosts([item("as it looks", likes: 7)], asOf: newer)
    let summary = try fixture.importPosts([item("as it is", likes: 8)], asOf: older, isNewest: true)
    #expect(!summary.isOlder)
    #expect(try await page().map(\.text.plain) == ["as it is"])
    #expect(!(try fixture.importPosts([item("as it is", likes: 9)], asOf: older).isOlder))
  }

  @Test func `Posts of an older archive get the owner's current profile`() async throws {
    let (before, after) = (Profile(id: "7", handle: "ada", name: "Ada"), Profile(id: "7", handle: "king", name: "King"))
    let reposted = Post.fixture(
      id: "3", author: Profile(handle: "grace"), repost: Repost(by: before, at: .noon.minutesAgo(7)))
    try fixture.importPosts(
      [ImportItem(.fixture(id: "1", author: after, createdAt: .noon), in: .posts)], owner: after, asOf: newer)
    try fixture.importPosts(
      [
        ImportItem(.fixture(id: "2", author: before, createdAt: .noon.minutesAgo(5)), in: .posts),
        ImportItem(reposted, in: .posts),
      ], owner: before, asOf: older)
    let posts = try await fixture.repository("king").page(of: .posts, PageRequest(.newest, limit: 9)).posts
    #expect(posts.map { $0.repost?.by?.handle ?? $0.author?.handle } == ["king", "king", "king"])
    let query = try SearchQuery("from:king", now: .noon)
    let found = try await fixture.repository("king").matches(of: query, PageRequest(.newest, limit: 9)).posts
    #expect(found.map(\.id.rawValue) == ["1", "2", "3"])
    #expect(try fixture.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM profile WHERE handle = 'ada'") } == 0)
    try expectIntact(fixture.directory)
  }

  @Test func `The newest archive wins over repeated older ones`() async throws {
    try fixture.importPosts([item("middle", likes: 5)], asOf: newer.minutesAgo(10))
    try fixture.importPosts([item("newest", likes: 7)], asOf: newer)
    try fixture.importPosts([item("oldest", likes: 1)], asOf: older)
    try fixture.importPosts([item("middle", likes: 5)], asOf: newer.minutesAgo(10))
    #expect(try await page().map(\.text.plain) == ["newest"])
    try fixture.importPosts([item("a file", likes: 5)])
    #expect(try await page().map(\.text.plain) == ["a file"])
  }

  @Test func `An archive of unknown age counts as older unless declared newest`() async throws {
    // Without a dated archive, it is accepted.
    try fixture.importPosts([item("as it was", likes: 1)], newest: older, hasUnknownAge: true)
    try fixture.importPosts([item("as it is", likes: 7)], newest: newer)
    #expect(try await page().map(\.text.plain) == ["as it is"])
    #expect(try fixture.importPosts([item("as it was", likes: 1)], newest: older, hasUnknownAge: true).isOlder)
    #expect(try await page().map(\.text.plain) == ["as it is"])
    // The account's date is unchanged.
    #expect(try fixture.importPosts([item("between", likes: 5)], asOf: newer.minutesAgo(1)).isOlder)
    let said = try fixture.importPosts([item("said", likes: 1)], newest: older, isNewest: true, hasUnknownAge: true)
    #expect(!said.isOlder)
    #expect(try await page().map(\.text.plain) == ["said"])
  }

  @Test func `Threads follow the owner's current handle`() async throws {
    let (before, after) = (Profile(id: "7", handle: "ada"), Profile(id: "7", handle: "lovelace"))
    let items = [("1", before), ("2", after), ("3", Profile(handle: "grace"))].map { id, answered in
      var post = Post.fixture(id: id, author: before, createdAt: .noon.minutesAgo(Double(id) ?? 0), replyTo: "gone")
      post.replyToAuthor = answered
      return ImportItem(post, in: .posts)
    }
    func threads() async throws -> [String] {
      let query = try SearchQuery("is:thread", now: .noon)
      return ids(try await fixture.repository().matches(of: query, PageRequest(.newest, limit: 9)).posts)
    }
    try fixture.importPosts(items, owner: before)
    #expect(try await threads() == ["1"])
    let one = Post.fixture(id: "9", author: after, createdAt: .noon)
    try fixture.importPosts([ImportItem(one, in: .posts)], owner: after)
    #expect(try await threads() == ["1", "2"])
    let answers = try SearchQuery("to:lovelace", now: .noon)
    let found = try await fixture.repository().matches(of: answers, PageRequest(.newest, limit: 9)).posts
    #expect(found.map(\.id.rawValue) == ["1", "2"])
    try expectIntact(fixture.directory)
  }

  @Test func `Threads of an older archive follow the owner's current handle`() async throws {
    let (before, after) = (Profile(id: "7", handle: "ada"), Profile(id: "7", handle: "lovelace"))
    let one = Post.fixture(id: "9", author: after, createdAt: .noon)
    try fixture.importPosts([ImportItem(one, in: .posts)], owner: after, asOf: newer)
    var post = Post.fixture(id: "1", author: before, createdAt: .noon.minutesAgo(1), replyTo: "gone")
    post.replyToAuthor = before
    post.quote = .shown(.fixture(id: "2", author: before, createdAt: .noon.minutesAgo(2)))
    try fixture.importPosts([ImportItem(post, in: .posts)], owner: before, asOf: older)
    let query = try SearchQuery("is:thread", now: .noon)
    let found = try await fixture.repository("lovelace").matches(of: query, PageRequest(.newest, limit: 9)).posts
    #expect(found.map(\.id.rawValue) == ["1"])
    #expect(try fixture.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM profile WHERE handle = 'ada'") } == 0)
    try expectIntact(fixture.directory)
  }

  @Test func `An older archive completes posts from a list of likes`() async throws {
    let sketch = Post.fixture(id: "1", author: nil, text: "as it\u{2026}")
    try fixture.importPosts([ImportItem(sketch, in: .likes, isIncomplete: true)], asOf: newer)
    try fixture.importPosts([item("as it was", likes: 1)], asOf: older)
    #expect(try await page(.likes).map(\.text.plain) == ["as it was"])
  }
}
