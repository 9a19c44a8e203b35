import Domain
import Foundation
import GRDB
import StoreSupport
import TestSupport
import Testing

@testable import Store

/// Index terms are a function of posts and their timelines, whatever the history.
@Suite struct IndexedTimelinesTests {
  private static let timelines: [TimelineID] = [.posts, .replies, .likes, ArchiveTab.bookmarks, .named("Q q1 qa")]
  private static let former = Profile(handle: "countess", name: "Ada")

  /// All terms of the index.
  private static func index(of directory: String) throws -> Set<String> {
    var configuration = Configuration()
    configuration.prepareDatabase { try WordTokenizer.add(to: $0) }
    let queue = try DatabaseQueue(path: directory + "/" + StoreDatabase.name, configuration: configuration)
    return try queue.write { database in
      try database.execute(
        sql: "CREATE VIRTUAL TABLE IF NOT EXISTS temp.held USING fts5vocab('main', 'postWords', 'instance')")
      return try Set(
        Row.fetchAll(database, sql: "SELECT term, doc, col, offset FROM temp.held").map { row in
          row.databaseValues.map(\.description).joined(separator: " ")
        })
    }
  }

  /// The terms of an index that is rebuilt from the posts.
  private static func rebuilt(_ directory: String) throws -> Set<String> {
    let copy = StoreHarness()
    try FileManager.default.createDirectory(atPath: copy.directory, withIntermediateDirectories: true)
    var configuration = Configuration()
    configuration.prepareDatabase { try WordTokenizer.add(to: $0) }
    let queue = try DatabaseQueue(path: directory + "/" + StoreDatabase.name, configuration: configuration)
    let target = try DatabaseQueue(path: copy.databasePath, configuration: configuration)
    try queue.backup(to: target)
    try target.write { try PostIndexer.rebuild(in: $0) }
    try target.close()
    return try index(of: copy.directory)
  }

  private static func expectIndexed(_ fixture: StoreHarness, _ note: Comment) throws {
    let index = try index(of: fixture.directory)
    #expect(try index == rebuilt(fixture.directory), note)
    #expect(try StoreCheck(directory: fixture.directory).problems() == [], note)
  }

  private static func items(_ random: inout SeededGenerator, owner: Profile) -> [ImportItem] {
    (0..<Int.random(in: 1...40, using: &random)).map { _ in
      let number = Int.random(in: 0..<50, using: &random)
      var post = Post.fixture(
        id: "\(number + 100)", author: owner,
        createdAt: .noon.minutesAgo(Double(number + Int.random(in: 0..<10, using: &random) / 9)),
        text: ["q1 tern", "qa", "the q2 quay", "rye"].randomElement(using: &random) ?? "")
      if number % 3 == 0 { post.replyTo = PostID("\(number + 99)") }
      if number % 4 == 0 { post.replyToAuthor = owner }
      if number % 5 == 0 { post.versionIDs = [PostID("\(number + 99)"), post.id] }
      if number % 7 == 0 { post.repost = Repost(by: owner, at: .noon.minutesAgo(Double(number))) }
      if Bool.random(using: &random) { post.counts = Counts(likes: Int.random(in: -1..<5, using: &random)) }
      let count = Int.random(in: 0...3, using: &random)
      return ImportItem(post: post, timelines: (0..<count).compactMap { _ in timelines.randomElement(using: &random) })
    }
  }

  @Test func `Prepared words equal those of the index's own tokenizer`() throws {
    let texts = [
      "", " ", "a", "Ünïcödé STRASSE Straße", "東京タワー 한국어 ไทย", "e\u{301}te\u{301} é", "👩‍👩‍👧 🐦x",
      "\u{FFFD}one\u{1F}two\u{7F}three",
      "\u{241E} border \u{241E}", "#Tag #日本 #a_b @who@example.org", "don't o’clock e-mail a.b.c 1,000.5",
      String(repeating: "long", count: 400), "tab\tline\nreturn\r\u{2028}\u{A0}space", "İstanbul ﬁnd ǅ ß",
    ]
    let fixture = StoreHarness()
    let items = texts.enumerated().map { number, text in
      var post = Post.fixture(id: "\(number)", createdAt: .noon.minutesAgo(Double(number)), text: text)
      post.warning = number % 3 == 0 ? text : nil
      post.poll = number % 4 == 0 ? Poll(options: [Poll.Option(title: text)], isClosed: false) : nil
      post.media = number % 5 == 0 ? [Media(kind: .image, description: text)] : []
      return ImportItem(post, in: .posts)
    }
    try fixture.importPosts(items, batch: 5)
    try Self.expectIndexed(fixture, "odd texts")
    try fixture.importPosts(items.map { ImportItem(post: $0.post, timelines: [.likes]) })
    try Self.expectIndexed(fixture, "odd texts, listed again")
  }

  @Test(arguments: 0..<12)
  func `Imports, renames and removals leave the same index as a rebuild`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let fixture = StoreHarness()
    try fixture.importPosts(
      [ImportItem(.fixture(id: "1", text: "q1 of another"), in: .posts)], owner: Profile(handle: "grace"), named: "g")
    for round in 0..<6 {
      let person = Bool.random(using: &random) ? Profile.owner : Self.former
      let owner = Profile(id: "7", handle: person.handle, name: person.name)
      try fixture.importPosts(
        Self.items(&random, owner: owner), owner: owner, batch: Int.random(in: 1...60, using: &random),
        asOf: Bool.random(using: &random) ? .noon.minutesAgo(Double(Int.random(in: 0..<9, using: &random))) : nil)
      try Self.expectIndexed(fixture, "round \(round)")
    }
    let account = try #require(fixture.read { try StoredAccount.archives(in: $0) }.first)
    try fixture.store.forget(account.accountID) { _ in }
    try Self.expectIndexed(fixture, "forgotten")
  }

  @Test func `A post listed twice in a batch is in both timelines`() async throws {
    let fixture = StoreHarness()
    let post = Post.fixture(id: "1", author: .owner, text: "once")
    try fixture.importPosts([ImportItem(post, in: .posts)])
    try fixture.importPosts([ImportItem(post, in: .replies), ImportItem(post, in: .likes)])
    try Self.expectIndexed(fixture, "twice")
    for text in ["in:Posts in:Replies in:Likes", "once in:Likes -in:Nowhere", "(in:Replies OR zebra) once"] {
      let found = try await fixture.repository()
        .matches(of: SearchQuery(text, now: .noon), PageRequest(.newest, limit: 9))
      #expect(ids(found.posts) == ["1"], "\(text)")
    }
    let others = try await fixture.repository()
      .matches(of: SearchQuery("once -in:Likes", now: .noon), PageRequest(.newest, limit: 9))
    #expect(others.posts.isEmpty)
  }
}
