import Domain
import Foundation
import GRDB
import StoreSupport
import TestSupport
import Testing

@testable import Store

/// A store written with tables of version 1: three accounts, five timelines, some posts read.
@Suite struct StoreMigrationTests {
  let fixture: StoreHarness
  let ada = AccountID.store("ada")
  let lines = AccountID.store(" /tmp/lines.json")

  private static let original = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures/stores/version-1.sqlite").standardizedFileURL

  init() throws {
    fixture = StoreHarness()
    try FileManager.default.createDirectory(atPath: fixture.directory, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: Self.original, to: URL(filePath: fixture.databasePath))
  }

  init(_ fixture: StoreHarness) {
    self.fixture = fixture
  }

  var isMigrated: Bool {
    get throws { try fixture.read(StoreSchema.migrator.hasCompletedMigrations) }
  }

  var session: StoreSessionStorage {
    StoreSessionStorage(store: fixture.store, others: MemorySessionRepository())
  }

  private func key(_ id: String) -> PostKey { PostKey(id: PostID(id), account: ada) }

  func position(_ id: String, minutesAgo: Double) -> EntryPosition {
    EntryPosition(key: key(id), date: .noon.minutesAgo(minutesAgo))
  }

  func matches(_ words: String) async throws -> [String] {
    let query = try SearchQuery(words, now: .noon)
    return try await fixture.repository().matches(of: query, PageRequest(.newest, limit: 100)).posts.map(\.id.rawValue)
  }

  /// The tables of version 1, row by row, as text.
  func rows() throws -> [String: [String]] {
    try fixture.read { database in
      let hasTitles = try database.columns(in: "timeline").contains { $0.name == "title" }
      let timeline = """
        SELECT id, accountId, \(hasTitles ? "title" : "name"), position, count, placeSourceId, placeReposter, placeDate,
          markSourceId, markReposter, markDate FROM timeline
        """
      let questions = [
        "account": "SELECT id, key, handle, name, format, lastTimelineId, isPartial FROM account",
        "profile": "SELECT id, accountId, key, handle, name FROM profile",
        "post": """
        SELECT id, accountId, sourceId, reposterId, repostedAt, authorId, createdAt, indexedAt, text, url, replyTo,
          quoteId, quoteState, warning, replies, reposts, likes, visibility, state, isPollClosed FROM post
        """,
        "link": "SELECT postId, number, start, length, url, label FROM link",
        "media": "SELECT postId, number, kind, url, description FROM media",
        "pollOption": "SELECT * FROM pollOption", "timeline": timeline, "entry": "SELECT * FROM entry",
        "timelineDay": "SELECT * FROM timelineDay", "readPost": "SELECT * FROM readPost",
      ]
      return try questions.mapValues { sql in
        try Row.fetchAll(database, sql: sql).map { row in row.databaseValues.map(\.description).joined(separator: "|") }
      }
    }
  }

  func allMatches(of queries: [String]) async throws -> [[String]] {
    var all: [[String]] = []
    for query in queries { all.append(try await matches(query)) }
    return all
  }

  /// Checks everything that the user sees first.
  func expectAllAsBefore(_ note: Comment? = nil) async throws {
    let accounts = try await StoreAccounts(store: fixture.store).accounts()
    #expect(accounts.map(\.id) == [ada, .store("grace@sea.example"), lines], note)
    #expect(accounts.map(\.profile.label) == ["@ada", "@grace@sea.example", "lines.json"], note)
    #expect(accounts.map(\.origin.label) == ["Tern", "Tern", "Tern"], note)

    let timelines = try await fixture.repository().overview(.cached).timelines
    #expect(
      timelines == [ListedTimeline(.home, title: "Home"), ListedTimeline(.replies), ListedTimeline(.likes)], note)
    let others = try await fixture.repository(" /tmp/lines.json").overview(.cached).timelines
    #expect(others == [ListedTimeline(.named("Lines"), title: "Lines")], note)

    let session = session.load()
    let memory = try #require(session.accounts[ada])
    #expect(memory.lastTimeline == ListedTimeline(.replies), note)
    #expect(
      memory.positions == [
        .home: position("4004", minutesAgo: -50), .replies: position("2004", minutesAgo: 195),
        .likes: position("1003", minutesAgo: 90),
      ], note)
    #expect(
      memory.marks[.home] == ReadMark(newest: position("1000", minutesAgo: 0), others: [key("4004"), key("4005")]), note
    )
    #expect(memory.marks[.likes] == ReadMark(newest: position("1003", minutesAgo: 90)), note)
    #expect(session.accounts[lines]?.lastTimeline == ListedTimeline(.named("Lines")), note)
    let unread = try await TrackUnread(timelines: fixture.repository())
      .unread(of: .home, above: try #require(memory.marks[.home]))
    #expect(unread?.count == 4, note)

    let page = try await fixture.repository().page(of: .home, PageRequest(.newest, limit: 12))
    let ids = ["4005", "4004", "4003", "4002", "4001", "4000", "1000", "1001", "1002", "1003", "1004", "1005"]
    #expect(page.posts.map(\.id.rawValue) == ids, note)
    #expect(page.total == 46, note)
    #expect(page.posts[3].repost?.by?.handle == "ada", note)
    #expect(page.posts.allSatisfy { $0.ref.account == ada }, note)
    #expect(try await matches("coffee") == ["1004"], note)
    #expect(try await matches("has:link since:2026-11-20") == ["1000", "1005", "1010", "1015", "1020"], note)
    let thread = try await fixture.repository().thread(of: PostRef(account: ada, id: PostID("2001")), .cached)
    #expect(thread.ancestors.map(\.id) == [PostID("1001")], note)
    #expect(thread.replies.map(\.entry.id.rawValue) == ["2000"], note)
  }

  @Test func `Everything is preserved`() async throws {
    let before = try rows()
    #expect(before["post"]?.count == 79 && before["readPost"]?.count == 2)
    try await expectAllAsBefore()
    #expect(try rows() == before)
    try expectIntact(fixture.directory)
  }

  @Test func `Posts are unchanged, and kinds of links are derived`() async throws {
    func post(_ id: String) async throws -> Post {
      try await fixture.repository().thread(of: PostRef(account: ada, id: PostID(id)), .cached).post
    }
    #expect(try await post("1012").states == [.edited])
    #expect(try await post("1013").states == [.deleted])
    #expect(try await post("1014").visibility == .followers)
    #expect(try await post("1014").warning == "steam")
    #expect(try await post("1004").poll?.options.map(\.title) == ["Coffee", "Tea"])
    #expect(try await post("1009").quote == .unavailable(id: PostID("77"), reason: .blocked))
    #expect(
      try await post("1016").media == [
        Media(kind: .image, url: "https://engine.example/16.png", description: "a gear 16")
      ])
    guard case .shown(let quoted)? = try await post("1006").quote else { throw Missing() }
    #expect(quoted.text.plain == "Note 7 from the engine room.")
    #expect(try await post("1005").text.links == [Link(url: "https://engine.example/5")])
    let mention = StoredText(plain: "@ada #x y", links: [.init(start: 0, length: 4), .init(start: 5, length: 2)])
    #expect(mention.text.links.map(\.kind) == [.mention, .tag])
  }

  @Test func `A repeated import keeps posts and adds new fields`() async throws {
    let home = try await fixture.repository().page(of: .home, PageRequest(.newest, limit: 100)).posts
    var items = home.map { ImportItem($0, in: .home) }
    #expect(try fixture.importPosts(items).counts == ImportCounts(unchanged: 46))
    let index = try #require(home.firstIndex { $0.id.rawValue == "1010" })
    items[index].post.states = [.edited, .pinned]
    items[index].post.replyToAuthor = Profile(handle: "grace", name: "Grace Hopper")
    items.append(ImportItem(.fixture(id: "new", text: "Coffee, too"), in: .named("Home sweet home")))
    #expect(try fixture.importPosts(items).counts == ImportCounts(new: 1, updated: 1, unchanged: 45))
    let stored = try await fixture.repository().page(of: .home, PageRequest(.newest, limit: 100)).posts
    #expect(stored == items.prefix(46).map(\.post))
    #expect(try await matches("coffee") == ["new", "1004"])
    #expect(try await fixture.repository().overview(.cached).timelines.map(\.title).contains("Home sweet home"))
    #expect(session.load().accounts[ada]?.positions[.home] == position("4004", minutesAgo: -50))
    try expectIntact(fixture.directory)
  }

  @Test func `An account can be removed`() async throws {
    try fixture.store.forget(ada) { _ in }
    #expect(try await StoreAccounts(store: fixture.store).accounts().map(\.id) == [.store("grace@sea.example"), lines])
    try expectIntact(fixture.directory)
  }

  @Test(arguments: [["Home", "home"], ["X", "named:X"], [" 1", "named: 1", "Home"], ["2", "1"]])
  func `No two timelines are merged`(names: [String]) async throws {
    try await DatabaseQueue(path: fixture.databasePath).write { database in
      for (number, name) in names.enumerated() {
        try database.execute(
          sql: "INSERT INTO timeline (accountId, name, position, count) VALUES (3, ?, ?, 0)",
          arguments: [name, number + 1])
      }
    }
    let timelines = try await fixture.repository(" /tmp/lines.json").overview(.cached).timelines
    #expect(timelines.map(\.title) == ["Lines"] + names)
    #expect(timelines.map(\.id) == (["Lines"] + names).map(TimelineID.init(name:)))
  }

  @Test func `A locked store of version 2 is read, and migrated later`() async throws {
    var configuration = Configuration()
    configuration.prepareDatabase { try WordTokenizer.add(to: $0) }
    let queue = try DatabaseQueue(path: fixture.databasePath, configuration: configuration)
    try StoreSchema.migrator.migrate(queue, upTo: "2")
    try queue.close()
    let before = try rows()
    let live = SQLiteServerAccounts(store: fixture.store)
    let account = Account(
      id: .mastodon("ada@timeline.example"), profile: Profile(handle: "ada@timeline.example"),
      origin: .server(ServerOrigin(host: "timeline.example", address: "https://timeline.example")))
    let lock = try StoreFolder(path: fixture.directory).lock()
    try await expectAllAsBefore()
    #expect(try !isMigrated)
    #expect(try await live.accounts() == [])
    await #expect(throws: StoreError.busy(path: fixture.databasePath)) { try await live.add(account) }
    _ = consume lock
    try await expectAllAsBefore()
    #expect(try isMigrated && rows() == before)
    try await live.add(account)
    #expect(try await live.accounts() == [account])
    try await expectAllAsBefore()
    try expectIntact(fixture.directory)
  }

  @Test func `A store of version 3 is read with server data, and migrated`() async throws {
    var configuration = Configuration()
    configuration.prepareDatabase { try WordTokenizer.add(to: $0) }
    let queue = try DatabaseQueue(path: fixture.databasePath, configuration: configuration)
    try StoreSchema.migrator.migrate(queue, upTo: "3")
    let account = AccountID.mastodon("ada@timeline.example")
    try await queue.write { database in
      try database.execute(
        sql: """
          INSERT INTO account (id, key, handle, name, format, isPartial, liveKey, host, address)
            VALUES (9, 'live', 'ada@timeline.example', 'Ada', 'timeline.example', 0, ?, 'timeline.example', 'https://t');
          INSERT INTO timeline (id, accountId, key, title, position, count) VALUES (90, 9, 'home', 'Home', 0, 1);
          INSERT INTO liveTimeline (timelineId, asOf, canFill) VALUES (90, 1, 1);
          INSERT INTO post (id, accountId, sourceId, reposterId, text, isPollClosed) VALUES (77, 9, 's1', 0, 'zebra', 0);
          INSERT INTO pollOption (postId, number, title, votes) VALUES (77, 0, 'yes', 4);
          INSERT INTO postWords (rowid, text, more, tags) VALUES (77, 'zebra', NULL, '');
          INSERT INTO entry (timelineId, postId) VALUES (90, 77);
          INSERT INTO timelineDay (timelineId, day, count) VALUES (90, 0, 1);
          INSERT INTO liveEntry (timelineId, position, cursor, postId, notificationId, isGapBelow)
            VALUES (90, 0, 's1', 77, '', 0);
          """, arguments: [account.storageKey])
    }
    try queue.close()
    let before = try rows()
    let live = SQLiteServerAccounts(store: fixture.store)
    let (drafts, pendingActions) = (StoredDrafts(store: fixture.store), SQLitePendingActions(store: fixture.store))
    func expectRead() async throws {
      let posts = try await live.cache(of: account).page(of: .home, PageRequest(.newest, limit: 9))?.page.posts
      #expect(posts?.map(\.id) == [PostID("s1")] && posts?.first?.viewer == nil)
      #expect(posts?.first?.poll?.options == [.init(title: "yes", votes: 4)] && posts?.first?.poll?.id == nil)
      #expect(try await live.cache(of: account).publishingCapabilities() == nil)
      #expect(try await drafts.drafts() == [])
      #expect(try await StoredOutbox(store: fixture.store).entries() == [])
      #expect(try await pendingActions.pendingActions(of: account) == [])
    }
    let draft = Draft(account: account, text: "kept", changedAt: .noon)
    let lock = try StoreFolder(path: fixture.directory).lock()
    try await expectRead()
    try await expectAllAsBefore()
    #expect(try !isMigrated)
    await #expect(throws: StoreError.busy(path: fixture.databasePath)) { try await drafts.store(draft) }
    _ = consume lock
    try await expectRead()
    #expect(try isMigrated && rows() == before)
    try await drafts.store(draft)
    #expect(try await drafts.drafts() == [draft])
    let changed = try await live.cache(of: account).update(PostID("s1")) { $0.applying(.favourite(true, $0.id)) }
    #expect(changed?.viewer?.isFavourite == true)
    try await expectAllAsBefore()
  }

  /// During another import, the store is read unchanged: each changed table has one view.
  @Test func `Tables of version 1 are read with the current columns`() throws {
    for (table, column) in [("timeline", "another"), ("post", "another"), ("media", "another")] {
      var configuration = Configuration()
      configuration.prepareDatabase { try WordTokenizer.add(to: $0) }
      let queue = try DatabaseQueue(path: fixture.databasePath, configuration: configuration)
      var addedColumns = OlderTables.addedColumns
      addedColumns[table, default: []].append(column)
      try queue.write { database in
        try OlderTables.createViews(in: database, addedColumns: addedColumns)
        #expect(try Row.fetchOne(database, sql: "SELECT \(column) FROM \(table)")?[column] == nil)
        #expect(try String.fetchOne(database, sql: "SELECT key FROM timeline WHERE title = 'Home'") == "home")
        #expect(try Row.fetchOne(database, sql: "SELECT emphasis, language FROM post") != nil)
      }
      try queue.close()
    }
  }

  @Test func `An older Tern sees that a migrated store is newer`() async throws {
    _ = try await StoreAccounts(store: fixture.store).accounts()
    var older = DatabaseMigrator()
    older.registerMigration("1") { _ in }
    let isNewer = try fixture.read(older.hasBeenSuperseded)
    #expect(isNewer)
  }
}

private struct Missing: Error {}

extension PostThread.Entry {
  fileprivate var id: PostID {
    switch self {
    case .post(let post): post.id
    case .unavailable(let id, _): id ?? PostID("")
    }
  }
}
