import Domain
import GRDB
import StoreSupport
import TestSupport
import Testing

@testable import Store

/// Changing index terms of stored posts leaves all other terms.
@Suite struct AddedWordsTests {
  private static let undoLastMigration = """
    ALTER TABLE account DROP COLUMN mainAuthorId;
    DELETE FROM grdb_migrations WHERE identifier = '12';
    """
  private let fixture = StoreHarness()
  private let items: [ImportItem]

  init() throws {
    func post(_ number: Int, _ text: String, _ change: (inout Post) -> Void = { _ in }) -> ImportItem {
      var post = Post.fixture(
        id: "\(number)", author: .owner, createdAt: .noon.minutesAgo(Double(number)), text: text)
      change(&post)
      return ImportItem(post, in: .posts)
    }
    items = [
      post(0, "20 kn of wind"), post(1, "the suffix is sn"), post(2, "neither") { $0.counts = Counts(likes: 0) },
      post(3, "hi there") { $0.media = [Media(kind: .image)] },
      post(4, "as a general rule") { $0.details = PostDetails(language: "en") },
      post(5, "onerous, all of it") {
        $0.replyTo = PostID("x")
        $0.replyToAuthor = Profile(handle: "nessa")
      },
      post(6, "onetime") {
        $0.replyTo = PostID("y")
        $0.replyToAuthor = Profile(handle: "ada")
      },
    ]
    try fixture.importPosts(items)
  }

  private func expectAllFound(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let store = StoreTimelineRepository(store: PostStore(directory: fixture.directory), account: .store("ada"))
    for text in [
      "kn", "sn", "hi", "gen", "general", "one", "onerous", "onetime", "has:image", "lang:en", "likes:0", "-likes:0",
      "to:nessa", "is:thread", "the",
    ] {
      let query = try SearchQuery(text, now: .noon)
      let found = try await store.matches(of: query, PageRequest(.newest, limit: 100))
      #expect(
        ids(found.posts) == ids(items.map(\.post).filter { query.matches($0) }), "\(text)",
        sourceLocation: sourceLocation)
    }
    #expect(try StoreCheck(directory: fixture.directory).problems() == [], sourceLocation: sourceLocation)
  }

  private func change(_ work: (Database) throws -> Void) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { try WordTokenizer.add(to: $0) }
    let queue = try DatabaseQueue(path: fixture.databasePath, configuration: configuration)
    try queue.write(work)
    try queue.close()
  }

  /// An index of an earlier version, with or without facets.
  @Test(arguments: [true, false])
  func `Migration rebuilds the index, including terms that equal words of posts`(hasTags: Bool) async throws {
    try await expectAllFound()
    try change { database in
      try database.execute(
        sql: """
          INSERT INTO postWords (postWords) VALUES ('delete-all');
          INSERT INTO postWords (rowid, text, tags) SELECT id, text, 'a1 p1' || iif(?, ' ry kn hp', '') FROM post;
          """, arguments: [hasTags])
      try database.execute(sql: Self.undoLastMigration)
    }
    // Opening it migrates it.
    _ = try await StoreAccounts(store: PostStore(directory: fixture.directory)).accounts()
    let isMigrated = try fixture.read { try StoreSchema.hasReached("12", in: $0) }
    #expect(isMigrated)
    try await expectAllFound()
  }

  @Test func `Without timelines in the index, the entry table is used`() async throws {
    try fixture.importPosts([ImportItem(items[2].post, in: .likes), ImportItem(items[5].post, in: .likes)])
    try change { database in
      let account = try #require(try StoredAccount.all(in: database).first)
      let index = try PostIndexer(database)
      let listed = ListedTerms(of: account, in: database)
      var owners = OwnerTerms(of: account)
      let rowIDs = try Int64.fetchAll(database, sql: "SELECT id FROM post ORDER BY id")
      for stored in try PostRows(database, account: account).posts(at: rowIDs) {
        let words = SearchedText(stored.post, plain: stored.post.text.plain)
        let timelines = try listed.words(of: stored.rowID)
        try index.remove(words, owners.words(for: stored.authorship, in: timelines), at: stored.rowID)
        try index.insert(words, owners.words(for: stored.authorship), at: stored.rowID)
      }
      try database.execute(sql: Self.undoLastMigration)
    }
    let queries = [
      ("in:Likes", ["2", "5"]), ("in:Posts -in:Likes", ["0", "1", "3", "4", "6"]), ("in:Likes in:Posts one", ["5"]),
      ("in:Likes hi", []),
      ("onerous (in:Likes OR zebra)", ["5"]), ("-likes:0 in:Likes", ["5"]), ("in:Likes in:Posts", ["2", "5"]),
    ]
    func expectFound() async throws {
      let store = StoreTimelineRepository(store: PostStore(directory: fixture.directory), account: .store("ada"))
      for (text, found) in queries {
        let page = try await store.matches(of: SearchQuery(text, now: .noon), PageRequest(.newest, limit: 100))
        #expect(ids(page.posts) == found, "\(text)")
      }
    }
    let lock = try StoreFolder(path: fixture.directory).lock()
    try await expectFound()
    _ = consume lock
    try await expectFound()
    #expect(try StoreCheck(directory: fixture.directory).problems() == [])
  }

  @Test func `Renaming an author keeps all other words in the index`() async throws {
    try change { database in
      let author = try #require(try Int64.fetchOne(database, sql: "SELECT id FROM profile WHERE handle = 'ada'"))
      try SearchFacets.rename(author: author, from: "ada", to: "neon", in: database)
      try database.execute(sql: "UPDATE profile SET handle = 'neon' WHERE id = ?", arguments: [author])
    }
    let store = StoreTimelineRepository(store: PostStore(directory: fixture.directory), account: .store("ada"))
    for (text, found) in [("one", ["5", "6"]), ("to:neon", ["6"]), ("is:thread", ["6"]), ("to:ada", [])] {
      let page = try await store.matches(of: SearchQuery(text, now: .noon), PageRequest(.newest, limit: 100))
      #expect(ids(page.posts) == found, "\(text)")
    }
  }
}
