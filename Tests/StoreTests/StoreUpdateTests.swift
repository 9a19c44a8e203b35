import Domain
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

/// Importing again adds what is new, changes what has changed, and nothing else.
@Suite struct StoreUpdateTests {
  private let fixture = StoreFixture()

  private func page(_ kind: TimelineKind = .posts) async throws -> [Post] {
    try await fixture.repository().page(of: kind, at: .newest, limit: 100).posts
  }

  private func matches(_ words: String) async throws -> [String] {
    let query = try SearchQuery(words, now: .noon)
    return try await fixture.repository().matches(of: query, at: .newest, limit: 100).posts.map(\.id.rawValue)
  }

  @Test func `The same archive again changes nothing`() async throws {
    let items = Post.fixtures(count: 250).map { ImportItem($0, in: .posts) }
    let first = try fixture.importPosts(items)
    #expect(first.counts == ImportCounts(new: 250))
    let before = try await page()
    let second = try fixture.importPosts(items)
    #expect(second.counts == ImportCounts(unchanged: 250))
    #expect(try await page() == before)
  }

  @Test func `What is new is added, and what has changed says the new`() async throws {
    try fixture.importPosts([
      ImportItem(.fixture(id: "1", text: "first words", counts: Counts(likes: 1)), in: .posts),
      ImportItem(.fixture(id: "2", createdAt: .noon.minutesAgo(5)), in: .posts),
    ])
    let changed = Post.fixture(
      id: "1", text: "second thoughts", links: [Link(url: "https://example.com/")], counts: Counts(likes: 7),
      media: [Media(kind: .image, description: "a heron")], state: .edited)
    let summary = try fixture.importPosts([
      ImportItem(.fixture(id: "3", createdAt: .noon.minutesAgo(-5)), in: .posts), ImportItem(changed, in: .posts),
    ])
    #expect(summary.counts == ImportCounts(new: 1, updated: 1))
    #expect(try await page().map(\.id.rawValue) == ["3", "1", "2"])
    #expect(try await page()[1] == changed)
    #expect(try await matches("first") == [])
    #expect(try await matches("thoughts") == ["1"])
    #expect(try await matches("heron has:media has:link") == ["1"])
  }

  @Test func `A post whose date has changed stands elsewhere, once`() async throws {
    try fixture.importPosts(Post.fixtures(count: 3).map { ImportItem($0, in: .posts) })
    try fixture.importPosts([
      ImportItem(.fixture(id: "1", createdAt: .noon.minutesAgo(50_000), text: "Post 1"), in: .posts)
    ])
    #expect(try await page().map(\.id.rawValue) == ["2", "3", "1"])
    let last = try await fixture.repository().page(of: .posts, at: .oldest, limit: 1)
    #expect(last.offset == 2)
    #expect(last.total == 3)
    #expect(try await matches("post") == ["2", "3", "1"])
  }

  @Test func `What a list of likes knows takes nothing from the post itself, whichever comes first`() async throws {
    let whole = Post.fixture(id: "1", text: "all of it", counts: Counts(likes: 2))
    let sketch = Post.fixture(id: "1", author: nil, text: "all of…")
    try fixture.importPosts([ImportItem(whole, in: .posts), ImportItem(sketch, in: .likes, isSketch: true)])
    #expect(try await page(.likes) == [whole])
    let other = StoreFixture()
    try other.importPosts([ImportItem(sketch, in: .likes, isSketch: true), ImportItem(whole, in: .posts)])
    #expect(try await other.repository().page(of: .likes, at: .newest, limit: 5).posts == [whole])
    #expect(try await other.repository().page(of: .posts, at: .newest, limit: 5).posts == [whole])
  }

  @Test func `A post that was quoted only is found once it stands in a timeline`() async throws {
    let quoted = Post.fixture(id: "2", text: "quoted needle")
    try fixture.importPosts([ImportItem(.fixture(id: "1", quote: .shown(quoted)), in: .posts)])
    #expect(try await matches("needle") == ["1"])
    try fixture.importPosts([ImportItem(quoted, in: .posts)])
    #expect(Set(try await matches("needle")) == ["1", "2"])
  }

  @Test func `A post and a repost of it are two entries`() async throws {
    let post = Post.fixture(id: "1")
    let repost = Post.fixture(id: "1", repost: Repost(by: .owner, at: .noon.minutesAgo(-1)))
    let summary = try fixture.importPosts([ImportItem(repost, in: .posts), ImportItem(post, in: .posts)])
    #expect(summary.counts.new == 2)
    #expect(try await page() == [repost, post])
    let around = try await fixture.repository().page(of: .posts, at: .around(repost.key, nil), limit: 1)
    #expect(around.posts == [repost])
  }

  @Test func `A new name is everywhere, and found`() async throws {
    let (one, two) = (Post.fixture(id: "1", createdAt: .noon.minutesAgo(1)), Post.fixture(id: "2"))
    try fixture.importPosts([ImportItem(one, in: .posts)])
    var renamed = two
    renamed.author?.name = "Rear Admiral"
    let summary = try fixture.importPosts([ImportItem(renamed, in: .posts), ImportItem(one, in: .posts)])
    #expect(summary.counts == ImportCounts(new: 1, unchanged: 1))
    #expect(try await page().map(\.author?.name) == ["Rear Admiral", "Rear Admiral"])
    #expect(try await matches("admiral") == ["2", "1"])
    #expect(try await matches("hopper") == [])
  }

  @Test func `Accounts are apart from each other`() async throws {
    try fixture.importPosts([ImportItem(.fixture(id: "1", text: "needle"), in: .posts)])
    try fixture.importPosts(
      [ImportItem(.fixture(id: "1", text: "needle too"), in: .posts)], owner: Profile(handle: "alan"))
    #expect(try await page().map(\.text.plain) == ["needle"])
    #expect(try await fixture.repository("alan").page(of: .posts, at: .newest, limit: 5).posts.count == 1)
    #expect(try await matches("needle") == ["1"])
    #expect(try await matches("too") == [])
  }

  @Test func `What is forgotten is gone, and all else is there`() async throws {
    let posts = Post.fixtures(count: 30)
    try fixture.importPosts(posts.map { ImportItem($0, in: .posts) })
    try fixture.importPosts(
      [ImportItem(.fixture(id: "a", text: "unforgettable"), in: .posts)], owner: Profile(handle: "alan"))
    try fixture.store.forget(AccountID("store:alan")) { _ in }
    #expect(try await StoreAccounts(store: fixture.store).accounts().map(\.label) == ["@ada"])
    #expect(try await page() == posts)
    #expect(try await matches("post").count == 30)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.databasePath))
    #expect(bytes.range(of: Data("unforgettable".utf8)) == nil)
    try fixture.store.forget(AccountID("store:ada")) { _ in }
    #expect(try await StoreAccounts(store: fixture.store).accounts().isEmpty)
    let summary = try fixture.importPosts(posts.map { ImportItem($0, in: .posts) })
    #expect(summary.counts == ImportCounts(new: 30))
    #expect(try await page() == posts)
  }

  @Test func `What had been read before a source failed is there`() async throws {
    let source = ListSource(
      Post.fixtures(count: 20).map { ImportItem($0, in: .posts) }, owner: .owner,
      failure: .fileUnreadable(path: "x", reason: "Input/output error"))
    let summary = try fixture.store.importPosts(from: source, named: "x", stop: ImportStop()) { _, _ in }
    #expect(summary.end == .failed(.source(.fileUnreadable(path: "x", reason: "Input/output error"))))
    #expect(try await page().count == 20)
  }

  @Test func `Places and marks are kept with the account, others elsewhere`() throws {
    try fixture.importPosts(Post.fixtures(count: 3).map { ImportItem($0, in: .posts) })
    let elsewhere = MemorySessionRepository()
    let session = StoreSession(store: fixture.store, others: elsewhere)
    let memory = AccountMemory(
      lastTimeline: .posts, places: [.posts: Place(key: PostKey(id: PostID("2")), date: .noon.minutesAgo(1))],
      marks: [
        .posts: ReadMark(
          newest: Place(key: PostKey(id: PostID("3"), repostedBy: "")),
          others: [PostKey(id: PostID("1"), repostedBy: "x")])
      ])
    let stored = AccountID("store:ada")
    try session.update {
      $0.lastAccount = stored
      $0.accounts[stored] = memory
      $0.accounts[AccountID("demo:x")] = AccountMemory(isSignedIn: true)
    }
    let loaded = StoreSession(store: PostStore(directory: fixture.directory), others: elsewhere).load()
    #expect(loaded.accounts[stored] == memory)
    #expect(loaded.accounts[AccountID("demo:x")]?.isSignedIn == true)
    #expect(loaded.lastAccount == stored)
    #expect(elsewhere.load().accounts.keys.map(\.rawValue) == ["demo:x"])
  }
}
