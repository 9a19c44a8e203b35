import Domain
import Foundation
import GRDB
import Runtime
import StoreSupport
import TestSupport
import Testing

@testable import Store

/// Another import inserts new posts, updates changed ones, and nothing else.
@Suite struct StoreUpdateTests {
  private let fixture = StoreHarness()

  private func page(_ timeline: TimelineID = .posts) async throws -> [Post] {
    try await fixture.repository().page(of: timeline, PageRequest(.newest, limit: 100)).posts
  }

  private func matches(_ words: String) async throws -> [String] {
    let query = try SearchQuery(words, now: .noon)
    return try await fixture.repository().matches(of: query, PageRequest(.newest, limit: 100)).posts.map(\.id.rawValue)
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

  @Test func `Reposts of an X archive are unchanged by another import`() throws {
    let items = [
      ImportItem(.fixture(id: "1", author: .owner, text: "RT @grace: a moth"), in: .posts),
      ImportItem(.fixture(id: "2", author: .owner, text: "RT later"), in: .posts),
    ]
    try fixture.importPosts(items)
    #expect(try fixture.importPosts(items).counts == ImportCounts(unchanged: 2))
    let reposters = try fixture.read { try Int64.fetchAll($0, sql: "SELECT reposterId FROM post ORDER BY sourceId") }
    #expect(reposters == [PostAuthorship.noReposter, PostAuthorship.noReposter])
  }

  /// Each has changed or moved since.
  @Test(arguments: [(likes: 2, minutes: 0), (likes: 1, minutes: 70), (likes: 1, minutes: 0)], [2, 100])
  func `A changed post stays in all its timelines`(
    change: (likes: Int, minutes: Double), batch: Int
  ) async throws {
    let known = Post.fixture(id: "1", counts: Counts(likes: 1))
    try fixture.importPosts([ImportItem(known, in: .posts)])
    let changed = Post.fixture(
      id: "1", createdAt: .noon.minutesAgo(change.minutes), counts: Counts(likes: change.likes))
    let others = (0..<600).map {
      ImportItem(.fixture(id: "o\($0)", createdAt: .noon.minutesAgo(Double($0) / 10)), in: .posts)
    }
    let items =
      [ImportItem(changed, in: .posts), ImportItem(changed, in: .replies)] + others + [ImportItem(changed, in: .likes)]
    let summary = try fixture.importPosts(items, batch: batch == 2 ? 2 : 1_000)
    #expect(summary.counts.new + summary.counts.updated + summary.counts.unchanged == items.count)
    for timeline in [TimelineID.posts, .replies, .likes] {
      let page = try await fixture.repository().page(of: timeline, PageRequest(.newest, limit: 1_000))
      #expect(page.posts.filter { $0.id.rawValue == "1" } == [changed.stored()], "\(timeline)")
    }
    let found = try await matches("in:Posts in:Replies in:Likes")
    #expect(found == ["1"])
    #expect(try StoreCheck(directory: fixture.directory).problems() == [])
  }

  @Test func `New posts are added, and changed ones updated`() async throws {
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
    #expect(try await page()[1] == changed.stored())
    #expect(try await matches("first") == [])
    #expect(try await matches("thoughts") == ["1"])
    #expect(try await matches("heron has:media has:link") == ["1"])
  }

  @Test func `A post with a new date moves`() async throws {
    try fixture.importPosts(Post.fixtures(count: 3).map { ImportItem($0, in: .posts) })
    try fixture.importPosts([
      ImportItem(.fixture(id: "1", createdAt: .noon.minutesAgo(50_000), text: "Post 1"), in: .posts)
    ])
    #expect(try await page().map(\.id.rawValue) == ["2", "3", "1"])
    let last = try await fixture.repository().page(of: .posts, PageRequest(.oldest, limit: 1))
    #expect(last.offset == 2)
    #expect(last.total == 3)
    #expect(try await matches("post") == ["2", "3", "1"])
  }

  @Test func `A list of likes does not reduce a post, in either order`() async throws {
    let whole = Post.fixture(id: "1", text: "all of it", counts: Counts(likes: 2))
    let sketch = Post.fixture(id: "1", author: nil, text: "all of…")
    try fixture.importPosts([ImportItem(whole, in: .posts), ImportItem(sketch, in: .likes, isIncomplete: true)])
    #expect(try await page(.likes) == [whole.stored()])
    let other = StoreHarness()
    try other.importPosts([ImportItem(sketch, in: .likes, isIncomplete: true), ImportItem(whole, in: .posts)])
    #expect(try await other.repository().page(of: .likes, PageRequest(.newest, limit: 5)).posts == [whole.stored()])
    #expect(try await other.repository().page(of: .posts, PageRequest(.newest, limit: 5)).posts == [whole.stored()])
  }

  @Test func `A quoted post is searchable once it is listed`() async throws {
    let quoted = Post.fixture(id: "2", text: "quoted needle")
    try fixture.importPosts([ImportItem(.fixture(id: "1", quote: .shown(quoted)), in: .posts)])
    #expect(try await matches("needle") == [])
    try fixture.importPosts([ImportItem(quoted, in: .posts)])
    #expect(try await matches("needle") == ["2"])
  }

  @Test func `A post and a repost of it are two entries`() async throws {
    let post = Post.fixture(id: "1")
    let repost = Post.fixture(id: "1", repost: Repost(by: .owner, at: .noon.minutesAgo(-1)))
    let summary = try fixture.importPosts([ImportItem(repost, in: .posts), ImportItem(post, in: .posts)])
    #expect(summary.counts.new == 2)
    #expect(try await page() == [repost, post].stored())
    let around = try await fixture.repository().page(of: .posts, PageRequest(.around(repost.key, nil), limit: 1))
    #expect(around.posts == [repost.stored()])
  }

  @Test func `A new name is shown everywhere and searchable`() async throws {
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

  @Test func `Accounts are separate`() async throws {
    try fixture.importPosts([ImportItem(.fixture(id: "1", text: "needle"), in: .posts)])
    try fixture.importPosts(
      [ImportItem(.fixture(id: "1", text: "needle too"), in: .posts)], owner: Profile(handle: "alan"))
    #expect(try await page().map(\.text.plain) == ["needle"])
    #expect(try await fixture.repository("alan").page(of: .posts, PageRequest(.newest, limit: 5)).posts.count == 1)
    #expect(try await matches("needle") == ["1"])
    #expect(try await matches("too") == [])
  }

  @Test func `A removed account is gone, and others stay`() async throws {
    let posts = Post.fixtures(count: 30)
    try fixture.importPosts(posts.map { ImportItem($0, in: .posts) })
    try fixture.importPosts(
      [ImportItem(.fixture(id: "a", text: "unforgettable"), in: .posts)], owner: Profile(handle: "alan"))
    try fixture.store.forget(.store("alan")) { _ in }
    #expect(try await StoreAccounts(store: fixture.store).accounts().map(\.label) == ["@ada"])
    #expect(try await page() == posts.stored())
    #expect(try await matches("post").count == 30)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.databasePath))
    #expect(bytes.range(of: Data("unforgettable".utf8)) == nil)
    try fixture.store.forget(.store("ada")) { _ in }
    #expect(try await StoreAccounts(store: fixture.store).accounts().isEmpty)
    let summary = try fixture.importPosts(posts.map { ImportItem($0, in: .posts) })
    #expect(summary.counts == ImportCounts(new: 30))
    #expect(try await page() == posts.stored())
  }

  @Test func `Posts read before a failure are stored`() async throws {
    let source = ListSource(
      Post.fixtures(count: 20).map { ImportItem($0, in: .posts) }, owner: .owner,
      failure: .fileUnreadable(path: "x", reason: "Input/output error"))
    let summary = try fixture.store.importPosts(from: source, named: "x", at: "x", stop: CancellationFlag()) { _, _ in }
    #expect(summary.outcome == .failed(.source(.fileUnreadable(path: "x", reason: "Input/output error"))))
    #expect(try await page().count == 20)
  }

  @Test func `Positions and marks are stored with the account, the rest elsewhere`() throws {
    try fixture.importPosts(Post.fixtures(count: 3).map { ImportItem($0, in: .posts) })
    let elsewhere = MemorySessionRepository()
    let session = StoreSessionStorage(store: fixture.store, others: elsewhere)
    let stored = AccountID.store("ada")
    let memory = AccountState(
      lastTimeline: ListedTimeline(.posts),
      positions: [.posts: EntryPosition(key: PostKey(id: PostID("2"), account: stored), date: .noon.minutesAgo(1))],
      marks: [
        .posts: ReadMark(
          newest: EntryPosition(key: PostKey(id: PostID("3"), account: stored, repostedBy: "")),
          others: [PostKey(id: PostID("1"), account: stored, repostedBy: "x")])
      ])
    try session.update {
      $0.lastAccount = stored
      $0.accounts[stored] = memory
      $0.accounts[.demo("x")] = AccountState(isSignedIn: true)
    }
    let loaded = StoreSessionStorage(store: PostStore(directory: fixture.directory), others: elsewhere).load()
    #expect(loaded.accounts[stored] == memory)
    #expect(loaded.accounts[.demo("x")]?.isSignedIn == true)
    #expect(loaded.lastAccount == stored)
    #expect(elsewhere.load().accounts.keys.map(\.storageKey) == ["demo:x"])
  }

  @Test func `How an imported timeline is read is stored elsewhere`() throws {
    try fixture.importPosts(Post.fixtures(count: 3).map { ImportItem($0, in: .posts) })
    let elsewhere = MemorySessionRepository()
    let session = StoreSessionStorage(store: fixture.store, others: elsewhere)
    let ada = AccountID.store("ada")
    let place = EntryPosition(key: PostKey(id: PostID("2"), account: ada), date: .noon)
    let memory = AccountState(positions: [.posts: place], options: [.posts: TimelineOptions(hidden: [.replies])])
    try session.update { $0.accounts[ada] = memory }
    #expect(elsewhere.load().accounts[ada] == AccountState(options: memory.options))
    let another = StoreSessionStorage(store: PostStore(directory: fixture.directory), others: elsewhere)
    #expect(another.load().accounts[ada] == memory)
    try another.update { $0.accounts[ada]?.options = [:] }
    #expect(elsewhere.load().accounts.isEmpty && session.load().accounts[ada]?.positions == memory.positions)
  }

  @Test func `The position of a pinned search is stored elsewhere and removed with it`() async throws {
    try fixture.importPosts(Post.fixtures(count: 3).map { ImportItem($0, in: .posts) })
    let elsewhere = MemorySessionRepository()
    let session = StoreSessionStorage(store: fixture.store, others: elsewhere)
    let ada = AccountID.store("ada")
    let search = SavedSearch("tea", in: ada)
    func place(_ id: String) -> EntryPosition { EntryPosition(key: PostKey(id: PostID(id), account: ada), date: .noon) }
    var memory = AccountState(
      lastTimeline: ListedTimeline(search.timeline), positions: [.posts: place("1"), search.timeline: place("2")])
    try session.update {
      $0.savedSearches = [search]
      $0.accounts[ada] = memory
    }
    let another = StoreSessionStorage(store: PostStore(directory: fixture.directory), others: elsewhere)
    #expect(another.load().accounts[ada] == memory)
    // It survives other changes, and another timeline that is read last.
    try another.update { $0.accounts[ada]?.lastTimeline = ListedTimeline(.posts) }
    memory.lastTimeline = ListedTimeline(.posts)
    #expect(session.load().accounts[ada] == memory)
    try session.update { $0.remove(search) }
    memory.positions[search.timeline] = nil
    #expect(another.load().accounts[ada] == memory)
    #expect(elsewhere.load().accounts.isEmpty)
    try session.update { $0.accounts[ada]?.positions[search.timeline] = place("3") }
    try session.update { $0.removeSearches(of: ada) }
    #expect(elsewhere.load().accounts.isEmpty && another.load().accounts[ada] == memory)
  }

  @Test func `Missing values of a newer source are kept, and deleted posts stay deleted`() async throws {
    var known = Post.fixture(id: "1", replyTo: "0", counts: Counts(replies: 1, reposts: 2, likes: 3), state: .deleted)
    known.replyToAuthor = Profile(handle: "alan")
    try fixture.importPosts([ImportItem(known, in: .posts)])
    let less = Post.fixture(
      id: "1", text: "edited", replyTo: "0", counts: Counts(likes: 4), state: .pinned)
    try fixture.importPosts([ImportItem(less, in: .posts)])
    let page = try await page()
    #expect(page.map(\.text.plain) == ["edited"])
    #expect(page.first?.counts == Counts(replies: 1, reposts: 2, likes: 4))
    #expect(page.first?.states == [.deleted, .pinned])
    #expect(page.first?.replyToAuthor == Profile(handle: "alan"))
  }

  @Test func `Files of the same name in two folders are two accounts`() async throws {
    for folder in ["/one", "/two"] {
      let source = ListSource([ImportItem(.fixture(text: folder), in: .posts)], owner: nil)
      _ = try fixture.store.importPosts(
        from: source, named: "home.json", at: folder + "/home.json", stop: CancellationFlag()
      ) { _, _ in }
    }
    let accounts = try await StoreAccounts(store: fixture.store).accounts()
    #expect(accounts.map(\.label) == ["home.json", "home.json"])
    var texts: [String] = []
    for account in accounts {
      let source = try #require(StoreAccounts(store: fixture.store).source(of: account.id))
      texts += try await source.timelines.page(of: .posts, PageRequest(.newest, limit: 5)).posts.map(\.text.plain)
    }
    #expect(texts == ["/one", "/two"])
  }

  @Test func `Many posts of the same date are stored fast and completely`() async throws {
    func items(_ minutes: (Int) -> Double) -> [ImportItem] {
      (0..<3_000).map { index in
        var post = Post.fixture(id: "\(index)", createdAt: .noon.minutesAgo(minutes(index)))
        post.quote = .shown(.fixture(id: "q\(index)"))
        return ImportItem(post, in: .posts)
      }
    }
    try fixture.importPosts(items { Double($0) }, batch: 1_000)
    #expect(try fixture.importPosts(items { _ in 9_000 }, batch: 1_000).counts == ImportCounts(updated: 3_000))
    let page = try await fixture.repository().page(of: .posts, PageRequest(.newest, limit: 5_000))
    #expect(Set(page.posts.map(\.id.rawValue)) == Set((0..<3_000).map(String.init)))
    #expect(page.total == 3_000)
  }

  @Test func `Posts without a date stay in the order of their source from batch to batch`() async throws {
    let dated = ImportItem(.fixture(id: "dated"), in: .posts)
    let likes = (0..<900).map { ImportItem(.fixture(id: "l\($0)", createdAt: nil), in: .likes) }
    try fixture.importPosts([dated] + likes, batch: 300)
    #expect(try await page(.likes) == likes.prefix(100).map(\.post).stored())
    let all = try await fixture.repository().page(of: .likes, PageRequest(.newest, limit: 1_000)).posts
    #expect(all == likes.map(\.post).stored())
  }

  @Test func `A stopped import keeps what was stored, and says so only where something is missing`() throws {
    let items = Post.fixtures(count: 2_000).map { ImportItem($0, in: .posts) }
    let stop = CancellationFlag()
    let summary = try fixture.store.importPosts(
      from: ListSource(items, owner: .owner, batch: 10), named: "x", at: "x", stop: stop
    ) { _, _ in stop.cancel() }
    #expect(summary.outcome == .stopped)
    #expect(summary.counts.new == summary.read && summary.read < 2_000)
    #expect(try fixture.importPosts(items).outcome == .completed)
  }
}
