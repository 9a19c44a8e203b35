import Domain
import GRDB
import StoreSupport
import TestSupport
import Testing

@testable import Store

/// The main author of an archive, whose posts the index does not mark, never changes.
@Suite struct MainAuthorTests {
  private let fixture = StoreHarness()
  private static let grace = Profile(handle: "grace", name: "Grace Hopper")

  private func items(_ authors: [Profile?], from first: Int = 0) -> [ImportItem] {
    authors.enumerated().map { number, author in
      let id = first + number
      return ImportItem(
        .fixture(id: "\(id)", author: author, createdAt: .noon.minutesAgo(Double(id)), text: "tea \(id)"), in: .posts)
    }
  }

  /// The main author's handle; nil if there is none.
  private func mainAuthor() throws -> String? {
    let sql = "SELECT profile.handle FROM account JOIN profile ON profile.id = mainAuthorId"
    return try fixture.read { try String.fetchOne($0, sql: sql) }
  }

  private func matches(_ words: String, of account: String = "ada") async throws -> [String] {
    let query = try SearchQuery(words, now: .noon)
    return try await ids(fixture.repository(account).matches(of: query, PageRequest(.newest, limit: 100)).posts)
  }

  private func expectIntact(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try StoreCheck(directory: fixture.directory).problems() == [], sourceLocation: sourceLocation)
  }

  @Test func `The main author is the owner, even if their first post is late`() async throws {
    let authors: [Profile?] = [nil, Self.grace, Self.grace, Self.grace, .owner, .owner]
    try fixture.importPosts(items(authors), batch: 2)
    #expect(try mainAuthor() == "ada")
    #expect(try await matches("-from:ada") == ["0", "1", "2", "3"])
    #expect(try await matches("tea -lovelace") == ["0", "1", "2", "3"])
    #expect(try await matches("tea -from:ada -from:grace") == ["0"])
    #expect(try await matches("from:ada") == ["4", "5"])
    try expectIntact()
  }

  @Test func `Without an owner, the main author wrote most of the first posts`() async throws {
    let authors: [Profile?] = [nil, Self.grace, .owner, Self.grace] + Array(repeating: .owner, count: 8)
    try fixture.importPosts(items(authors), owner: nil, batch: 4)
    #expect(try mainAuthor() == "grace")
    let all = (0..<12).map(String.init)
    #expect(try await matches("-from:grace", of: " posts.json") == all.filter { !["1", "3"].contains($0) })
    #expect(try await matches("-from:ada", of: " posts.json") == ["0", "1", "3"])
    try expectIntact()
  }

  @Test func `With many or no authors, there is no main author`() async throws {
    let people = (0..<5).map { Profile(handle: "p\($0)") }
    try fixture.importPosts(items(people), owner: nil, named: "many.json")
    #expect(try mainAuthor() == nil)
    #expect(try await matches("-from:p1", of: " many.json") == ["0", "2", "3", "4"])
    try fixture.importPosts(items([nil, nil]), owner: nil, named: "none.json")
    #expect(try mainAuthor() == nil)
    #expect(try await matches("-from:p1", of: " none.json") == ["0", "1"])
    try expectIntact()
  }

  @Test func `An author with indexed posts does not become the main author`() async throws {
    // Ada is not among the first authors, and Grace is the later owner.
    let owner = Profile(id: "7", handle: "ada", name: "Ada")
    try fixture.importPosts(items([Self.grace, Self.grace]), owner: owner)
    #expect(try mainAuthor() == nil)
    let renamed = Profile(id: "7", handle: "grace", name: "Grace")
    try fixture.importPosts(items([Self.grace, Self.grace, nil], from: 2), owner: renamed)
    #expect(try mainAuthor() == nil)
    #expect(try await matches("-from:grace") == ["4"])
    try expectIntact()
  }

  @Test func `The main author survives a rename, and own reposts count as own`() async throws {
    let owner = Profile(id: "7", handle: "ada", name: "Ada")
    var first = items([owner, owner, Self.grace])
    first[2].post.repost = Repost(by: owner, at: .noon.minutesAgo(2))
    try fixture.importPosts(first, owner: owner)
    let renamed = Profile(id: "7", handle: "countess", name: "Ada")
    try fixture.importPosts(items([renamed, Self.grace], from: 3), owner: renamed)
    #expect(try mainAuthor() == "countess")
    #expect(try await matches("-from:countess") == ["4"])
    #expect(try await matches("from:grace -countess") == ["4"])
    #expect(try await matches("-(from:countess OR tea)") == [])
    try expectIntact()
  }

  @Test func `A migrated store determines the main author`() async throws {
    try fixture.importPosts(items([.owner, Self.grace, .owner]))
    var configuration = Configuration()
    configuration.prepareDatabase { try WordTokenizer.add(to: $0) }
    let queue = try DatabaseQueue(path: fixture.databasePath, configuration: configuration)
    try await queue.write { database in
      try database.execute(
        sql: """
          ALTER TABLE account DROP COLUMN mainAuthorId;
          DELETE FROM grdb_migrations WHERE identifier = '12';
          """)
    }
    try queue.close()
    let account = try await StoreAccounts(store: PostStore(directory: fixture.directory)).accounts()
    #expect(account.count == 1)
    #expect(try mainAuthor() == "ada")
    #expect(try await matches("-from:ada") == ["1"])
    try expectIntact()
  }
}
