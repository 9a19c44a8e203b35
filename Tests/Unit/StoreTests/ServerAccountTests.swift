import Domain
import Foundation
import GRDB
import Runtime
import TestSupport
import Testing

@testable import Store

/// Server accounts in a store that has imported accounts as well.
@Suite struct ServerAccountTests {
  private let live: ServerStoreHarness

  init() async throws {
    live = try await ServerStoreHarness()
  }

  @Test func `An account is stored and updated`() async throws {
    #expect(try await live.accounts.accounts() == [live.account])
    var renamed = live.account
    renamed.profile.name = "Countess"
    try await live.accounts.add(renamed)
    let second = Account(
      id: .mastodon("ada@other.example"), profile: Profile(handle: "ada@other.example"),
      origin: .server(ServerOrigin(host: "other.example:8080", address: "http://other.example:8080")))
    try await live.accounts.add(second)
    #expect(try await live.accounts.accounts() == [renamed, second])
  }

  @Test func `A server that is read without an account is no account`() async throws {
    let server = Account(readerOf: ServerOrigin(host: "tern.example", address: "https://tern.example"))
    try await live.accounts.add(server)
    try await live.accounts.add(server)
    #expect(try await live.accounts.accounts() == [live.account])
    #expect(try await live.accounts.publicServers() == [server.id])
    #expect(try await StoreAccounts(store: live.fixture.store).accounts().isEmpty)
    try await live.accounts.remove(server.id)
    #expect(try await live.accounts.publicServers().isEmpty)
    #expect(try await live.accounts.accounts() == [live.account])
    try expectIntact(live.fixture.directory)
  }

  @Test func `Reading does not create a store`() async throws {
    let fixture = StoreHarness()
    let accounts = SQLiteServerAccounts(store: fixture.store)
    #expect(try await accounts.accounts() == [])
    #expect(try await accounts.cache(of: live.account.id).overview() == nil)
    #expect(try await accounts.cache(of: live.account.id).page(of: .home, PageRequest(.newest, limit: 1)) == nil)
    await #expect(throws: StoreError.self) {
      try await accounts.cache(of: live.account.id).delete(PostID("1"))
    }
    #expect(!FileManager.default.fileExists(atPath: fixture.directory))
  }

  @Test func `An archive of the same handle is another account`() async throws {
    let handle = live.account.profile.handle
    let owner = Profile(id: "1", handle: handle, name: "Archived")
    try live.fixture.importPosts([ImportItem(.fixture(id: "1", text: "Archived"), in: .posts)], owner: owner)
    // Nor does an owner named like the account's key.
    let hostile = Profile(handle: "mastodon:" + handle)
    try live.fixture.importPosts([ImportItem(.fixture(id: "2"), in: .posts)], owner: hostile)
    try await live.merge(["1"])
    let archives = StoreAccounts(store: live.fixture.store)
    #expect(try await archives.accounts().map(\.id) == [.store(handle), .store("mastodon:\(handle) 2")])
    #expect(archives.source(of: live.account.id) == nil)
    #expect(try await live.accounts.accounts() == [live.account])
    #expect(try await live.matches("archived").isEmpty)
    #expect(try await live.matches("number1") == ["1"])
    await #expect(throws: TimelineError.self) {
      try await live.fixture.repository("mastodon:\(handle)").overview(.cached)
    }
    try expectIntact(live.fixture.directory)
    try live.fixture.store.forget(.store(handle)) { _ in }
    #expect(ids(try await live.page().page.posts) == ["1"])
    try expectIntact(live.fixture.directory)
  }

  @Test func `The overview is stored`() async throws {
    #expect(try await live.cache.overview() == nil)
    var profile = live.account.profile
    profile.name = "Countess"
    profile.details = ProfileDetails(bio: "Mathematics", joinedAt: .noon, followers: 9, posts: 1_815)
    let overview = TimelineOverview(
      profile: profile,
      timelines: [ListedTimeline(.home), ListedTimeline(.list("12"), title: "Friends"), ListedTimeline(.bookmarks)])
    try await live.cache.store(overview)
    #expect(try await live.cache.overview() == overview)
    let account = try #require(try await live.accounts.accounts().first)
    #expect(account.profile == profile)
    #expect(account.postSummary == Account.PostSummary(posts: 1_815))
    try await DatabaseQueue(path: live.fixture.databasePath).write {
      try $0.execute(sql: "UPDATE account SET overview = '[1'")
    }
    #expect(try await live.cache.overview() == nil)
    #expect(try await live.accounts.accounts().count == 1)
  }

  @Test func `Removing an account removes all its data`() async throws {
    try live.fixture.importPosts(Post.fixtures(count: 9).map { ImportItem($0, in: .posts) })
    try await live.merge(["2", "1"])
    try await live.cache.store([.fixture(id: "9", quote: .shown(.fixture(id: "8")))])
    try await live.accounts.remove(live.account.id)
    #expect(try await live.accounts.accounts() == [])
    #expect(try await StoreAccounts(store: live.fixture.store).accounts().count == 1)
    let counts = try live.fixture.read { database in
      try ["liveEntry", "liveTimeline", "liveQuote"].map {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \($0)")
      }
    }
    #expect(counts == [0, 0, 0])
    try expectIntact(live.fixture.directory)
    await #expect(throws: StoreError.unusable(path: live.fixture.databasePath, reason: "This account was removed")) {
      try await live.merge(["3"])
    }
    // Also if it is the only account.
    let alone = try await ServerStoreHarness()
    try await alone.merge(["1"])
    try await alone.accounts.remove(alone.account.id)
    #expect(try await alone.accounts.accounts() == [])
    try expectIntact(alone.fixture.directory)
    try await alone.accounts.add(alone.account)
    #expect(try await alone.cache.page(of: .home, PageRequest(.newest, limit: 1)) == nil)
  }

  @Test func `Removal beside other accounts wipes the file and does not block them`() async throws {
    let other = Account(
      id: .mastodon("grace@far.example"), profile: Profile(id: "2", handle: "grace@far.example", name: "Grace"),
      origin: .server(ServerOrigin(host: "far.example", address: "https://far.example")))
    try await live.accounts.add(other)
    let cache = live.accounts.cache(of: other.id)
    let entries = (1...2_000).map { number in
      RemoteEntry(
        .fixture(
          id: "\(number)", author: .fixture(handle: "zyxwvuts\(number % 9)", name: "Zyxwvuts"),
          createdAt: .noon.minutesAgo(Double(number)), text: "zyxwvuts and number\(number)"))
    }
    try await live.cache.merge(RemotePage(entries: entries), into: .home, at: .newest, asOf: .noon)
    func holds(_ word: String) throws -> Bool {
      try FileManager.default.contentsOfDirectory(atPath: live.fixture.directory).contains { name in
        let bytes = FileManager.default.contents(atPath: live.fixture.directory + "/" + name) ?? Data()
        return bytes.range(of: Data(word.utf8)) != nil
      }
    }
    #expect(try holds("zyxwvuts") && holds("Zyxwvuts"))
    let written = Recorder<Int>()
    let (store, account) = (live.fixture.store, live.account.id)
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      DispatchQueue(label: "forgetting").async {
        let result = Result {
          try store.forget(account) { gone in
            // The removal continues after another write and read.
            let isDone = DispatchSemaphore(value: 0)
            Task {
              _ = try? await cache.merge(
                RemotePage(entries: [.numbered("\(gone)")]), into: .home, at: .newest,
                asOf: .noon.minutesAgo(-Double(gone)))
              if try await cache.page(of: .home, PageRequest(.newest, limit: 5)) != nil { written.record(gone) }
              isDone.signal()
            }
            _ = isDone.wait(timeout: .now() + 60)
          }
        }
        continuation.resume(with: result)
      }
    }
    #expect(written.all.count > 4 && written.all.last == 2_000)
    #expect(try await cache.page(of: .home, PageRequest(.newest, limit: 100))?.page.posts.count == written.all.count)
    #expect(try await live.accounts.accounts().map(\.id) == [other.id])
    #expect(try !holds("zyxwvuts"))
    #expect(try !holds("Zyxwvuts"))
    #expect(try !holds("number1999"))
    try expectIntact(live.fixture.directory)
  }

  @Test func `Reading positions of server accounts are not in the store`() async throws {
    try await live.merge(["1"])
    let others = MemorySessionRepository()
    let session = StoreSessionStorage(store: live.fixture.store, others: others)
    let place = EntryPosition(key: PostKey(id: PostID("1"), account: live.account.id))
    try session.update { $0.accounts[live.account.id, default: AccountState()].positions[.home] = place }
    #expect(others.load().accounts[live.account.id]?.positions[.home] == place)
    #expect(session.load().accounts[live.account.id]?.positions[.home] == place)
  }

  @Test func `Pages are cached while another Tern imports`() async throws {
    let items = (0..<6_000).map { ImportItem(.fixture(id: "\($0)", text: "Imported \($0)"), in: .posts) }
    let another = PostStore(directory: live.fixture.directory)
    let isOver = CancellationFlag()
    let kept = Recorder<String>()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        var number = 0
        repeat {
          number += 1
          try await live.merge(["\(number)"], minutes: Double(number))
          kept.record("\(number)")
        } while !isOver.isCancelled
      }
      _ = try another.importPosts(
        from: ListSource(items, owner: .owner), named: "posts", at: "posts", stop: CancellationFlag()
      ) { _, _ in }
      isOver.cancel()
      try await group.waitForAll()
    }
    #expect(try live.order() == kept.all.reversed())
    #expect(try await StoreAccounts(store: live.fixture.store).accounts().count == 1)
    try expectIntact(live.fixture.directory)
  }

  @Test func `Unread entries are counted`() async throws {
    try await live.merge((1...200).reversed().map(String.init), older: "1")
    let mark = ReadMark(newest: EntryPosition(key: PostKey(id: PostID("80"), account: live.account.id)))
    let unread = try await TrackUnread(timelines: CachedTimelines(cache: live.cache)).unread(of: .home, above: mark)
    #expect(unread?.count == 120)
  }

  @Test func `A read marker finds its entry or the next one below`() async throws {
    try await live.merge(["120", "100", "99", "9"])
    func read(_ cursor: String) async throws -> String? {
      try await live.cache.position(readUpTo: RemoteCursor(cursor), in: .home)?.key.id.rawValue
    }
    #expect(try await read("100") == "100")
    #expect(try await read("119") == "100")
    #expect(try await read("50") == "9")
    #expect(try await read("1000") == "120")
    #expect(try await read("8") == nil)
    #expect(try await read("1x") == nil)
    let key = PostKey(id: PostID("99"), account: live.account.id)
    #expect(try await live.cache.cursor(of: key, in: .home) == RemoteCursor("99"))
    #expect(try await live.cache.cursor(of: key, in: .notifications) == nil)
  }

  @Test func `Non-numeric IDs are compared by position`() async throws {
    let ids = ["AbZ", "01H", "zzz"]
    let entries = ids.enumerated().map { index, id in RemoteEntry(.fixture(id: "\(9 - index)"), cursor: id) }
    try await live.cache.merge(RemotePage(entries: entries), into: .home, at: .newest, asOf: .noon)
    func isAbove(_ upper: String, _ lower: String) async throws -> Bool? {
      try await live.cache.isEntry(RemoteCursor(upper), above: RemoteCursor(lower), in: .home)
    }
    #expect(try await isAbove("AbZ", "zzz") == true)
    #expect(try await isAbove("zzz", "01H") == false)
    #expect(try await isAbove("zzz", "gone") == nil)
    #expect(try await isAbove("1000", "999") == true)
    #expect(try await live.cache.position(readUpTo: RemoteCursor("01H"), in: .home)?.key.id == PostID("8"))
  }

  @Test func `Gaps are listed newest first`() async throws {
    try await live.merge(["3", "2", "1"])
    try await live.merge(["23", "22"], older: "22", minutes: 1)
    try await live.merge(["43", "42"], older: "42", minutes: 2)
    let gaps = try await live.cache.gaps(in: .home)
    #expect(gaps == (try await live.page().page.gaps.map(\.cursor)))
    #expect(gaps.count == 2)
    #expect(try await live.cache.gaps(in: TimelineQuery(.local)) == [])
  }
}

/// The timelines of a cache, without requests to the server.
private struct CachedTimelines: TimelineRepository {
  let cache: any TimelineCache

  func overview(_ freshness: Freshness) async throws(TimelineError) -> TimelineOverview {
    TimelineOverview(timelines: [])
  }

  func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    do throws(StoreError) {
      return try await cache.page(of: TimelineQuery(timeline), request)?.page ?? TimelinePage()
    } catch {
      throw .storeFailed(error)
    }
  }
}
