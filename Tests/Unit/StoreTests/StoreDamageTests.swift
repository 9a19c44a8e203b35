import Domain
import Foundation
import GRDB
import Runtime
import StoreSupport
import TestSupport
import Testing

@testable import Store

/// A damaged database is set aside without loss, and Tern continues without it.
@Suite struct StoreDamageTests {
  private let fixture = StoreHarness()

  /// The bytes of an intact store.
  private static let whole: Data = {
    let fixture = StoreHarness()
    _ = try? fixture.importPosts(posts)
    return (try? Data(contentsOf: URL(fileURLWithPath: fixture.databasePath))) ?? Data()
  }()

  private static let posts: [ImportItem] = (0..<1_500).map { number in
    var post = Post.fixture(id: "\(number)", text: "Words of number\(number) and of\(number % 13)")
    post.author = Profile(handle: "someone\(number % 90)", name: "Name \(number)")
    post.createdAt = .noon.minutesAgo(Double(number * 300))
    if number % 4 == 0 { post.media = [Media(kind: .image, description: "a picture of \(number)")] }
    if number % 3 == 0 { post.text.runs.append(.link(Link(url: "https://example.com/\(number)"))) }
    return ImportItem(post, in: number % 2 == 0 ? .posts : .replies)
  }

  private func write(_ data: Data, to name: String = "tern.sqlite") throws {
    try FileManager.default.createDirectory(atPath: fixture.directory, withIntermediateDirectories: true)
    try data.write(to: URL(fileURLWithPath: fixture.directory + "/" + name))
  }

  private func bytes(of name: String) -> Data? {
    FileManager.default.contents(atPath: fixture.directory + "/" + name)
  }

  /// Runs all queries of Tern.
  /// - Returns: The errors.
  private func readAll(_ fixture: StoreHarness? = nil) async -> [StoreError] {
    let fixture = fixture ?? self.fixture
    var errors: [StoreError] = []
    func note(_ work: () async throws(TimelineError) -> Void) async {
      do throws(TimelineError) {
        try await work()
      } catch .storeFailed(let error) {
        errors.append(error.withoutRescue)
      } catch .unknownTimeline, .postUnavailable {
        // Garbage in a row is its content.
      } catch {
        Issue.record("\(error) is no failure of the store")
      }
    }
    let accounts = StoreAccounts(store: fixture.store)
    await note { () throws(TimelineError) in _ = try await accounts.accounts() }
    let repository = fixture.repository()
    await note { () throws(TimelineError) in _ = try await repository.overview(.cached) }
    for timeline in [TimelineID.posts, .replies] {
      await note { () throws(TimelineError) in
        var position = PagePosition.newest
        for _ in 0..<100 {
          let page = try await repository.page(of: timeline, PageRequest(position, limit: 100))
          guard let older = page.older else { break }
          position = PagePosition.older(than: older)
        }
      }
    }
    for words in ["number7", "name", "from:someone7", "has:media", "words -of3"] {
      guard let query = try? SearchQuery(words, now: .noon) else { continue }
      await note { () throws(TimelineError) in _ = try await repository.matchCount(of: query, upTo: nil) }
    }
    await note { () throws(TimelineError) in
      _ = try await repository.thread(of: PostRef(account: nil, id: PostID("700")), .cached)
    }
    await note { () throws(TimelineError) in
      var cursor: PageCursor?
      repeat {
        cursor = try await fixture.store.exportedPosts(of: .store("ada"), from: cursor, limit: 500).next
      } while cursor != nil
    }
    _ = StoreSessionStorage(store: fixture.store, others: MemorySessionRepository()).load()
    return errors
  }

  /// Imports into the current database, and checks it.
  private func expectNewStore() throws {
    #expect(try fixture.importPosts(Self.posts).counts.new == Self.posts.count)
    try expectIntact(fixture.directory)
  }

  @Test func `A database with garbage is set aside and causes no crash`() async throws {
    #expect(Self.whole.count > 100_000)
    var generator = SeededGenerator(seed: 7)
    var seen = 0
    for number in 0..<60 {
      let fixture = StoreHarness()
      try FileManager.default.createDirectory(atPath: fixture.directory, withIntermediateDirectories: true)
      var damaged = Self.whole
      let length = Int.random(in: 1...16_000, using: &generator)
      let start = Int.random(in: 0..<damaged.count - length, using: &generator)
      for index in start..<start + length { damaged[index] = .random(in: 0 ... .max, using: &generator) }
      try damaged.write(to: URL(fileURLWithPath: fixture.databasePath))
      let errors = await readAll(fixture)
      let isDamaged = errors.contains {
        if case .damaged = $0 { true } else { false }
      }
      guard isDamaged else { continue }
      seen += 1
      let note: Comment = "\(number): \(length) bytes from \(start)"
      #expect(FileManager.default.contents(atPath: fixture.databasePath + ".damaged") == damaged, note)
      #expect(!FileManager.default.fileExists(atPath: fixture.databasePath), note)
      if seen % 10 == 0 {
        #expect(try fixture.importPosts(Self.posts).counts.new == Self.posts.count)
        try expectIntact(fixture.directory, note)
      }
    }
    // Garbage in an unused index is not detected.
    #expect(seen > 12)
  }

  @Test func `A damaged header is set aside, and earlier files are not overwritten`() async throws {
    for name in ["tern.sqlite.damaged", "tern.sqlite.damaged-2", "tern.sqlite.damaged-3"] {
      let garbage = Data("garbage \(name)".utf8) + Self.whole.dropFirst(30)
      try write(garbage)
      let path = fixture.databasePath
      #expect(await readAll().first == .damaged(path: path, setAside: fixture.directory + "/" + name))
      #expect(bytes(of: name) == garbage)
    }
    try expectNewStore()
    #expect(bytes(of: "tern.sqlite.damaged")?.starts(with: Data("garbage tern.sqlite.damaged".utf8)) == true)
  }

  @Test(arguments: [100, 4_096, 5_000, 40_960, 100_000])
  func `A truncated database is set aside`(length: Int) async throws {
    try write(Self.whole.prefix(length))
    let path = fixture.databasePath
    #expect(await readAll().contains(.damaged(path: path, setAside: path + ".damaged")))
    #expect(bytes(of: "tern.sqlite.damaged") == Self.whole.prefix(length))
    try expectNewStore()
  }

  @Test func `An import reports the damaged database and continues with a new one`() throws {
    try write(Data(repeating: 65, count: 10_000))
    let path = fixture.databasePath
    let summary = try fixture.importPosts(Self.posts)
    #expect(summary.setAside?.withoutRescue == .damaged(path: path, setAside: path + ".damaged"))
    #expect(summary.counts.new == Self.posts.count)
    #expect(bytes(of: "tern.sqlite.damaged") == Data(repeating: 65, count: 10_000))
    try expectIntact(fixture.directory)
  }

  @Test func `A database with triggers is refused and left unchanged`() async throws {
    try write(Self.whole)
    try await DatabaseQueue(path: fixture.databasePath).write {
      try $0.execute(sql: "CREATE TRIGGER planted AFTER INSERT ON post BEGIN DELETE FROM account; END")
    }
    let path = fixture.databasePath
    #expect(await readAll().first == .unusable(path: path, reason: "It has unexpected tables"))
    #expect(!FileManager.default.fileExists(atPath: path + ".damaged"))
  }

  @Test func `An empty file is filled by the next import`() async throws {
    try write(Data())
    #expect(await readAll().count(where: { $0 == .removedAccount(fixture) }) > 0)
    #expect(bytes(of: "tern.sqlite") == Data())
    #expect(bytes(of: "tern.sqlite-wal") == nil)
    try expectNewStore()
  }

  @Test(arguments: [true, false])
  func `The log of a missing database is not deleted`(isEmpty: Bool) async throws {
    try write(Data("a log of changes".utf8), to: "tern.sqlite-wal")
    if isEmpty {
      try write(Data())
      #expect(
        await readAll().first == .damaged(path: fixture.databasePath, setAside: fixture.databasePath + ".damaged"))
    }
    try expectNewStore()
    #expect(bytes(of: "tern.sqlite.damaged-wal") == Data("a log of changes".utf8))
  }

  @Test func `An unrelated log changes nothing`() async throws {
    try write(Self.whole)
    try write(Data((0..<50_000).map { UInt8($0 % 251) }), to: "tern.sqlite-wal")
    #expect(await readAll() == [])
    try expectIntact(fixture.directory)
  }

  @Test func `A directory at the path is left alone`() async throws {
    try FileManager.default.createDirectory(atPath: fixture.databasePath, withIntermediateDirectories: true)
    let path = fixture.databasePath
    #expect(await readAll().first == .unusable(path: path, reason: "Is a directory"))
    #expect(throws: StoreError.unusable(path: path, reason: "Is a directory")) { try fixture.importPosts(Self.posts) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
  }

  @Test func `A dangling link is left alone`() async throws {
    try FileManager.default.createDirectory(atPath: fixture.directory, withIntermediateDirectories: true)
    let path = fixture.databasePath
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: fixture.directory + "/gone/store")
    let missing = StoreError.unusable(path: path, reason: "No such file or directory")
    #expect(await readAll().first == missing)
    #expect(throws: missing) { try fixture.importPosts(Self.posts) }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == fixture.directory + "/gone/store")
  }

  @Test func `An open store does not mistake a new file for the damaged one`() async throws {
    try write(Self.whole)
    #expect(await readAll() == [])
    // Another process has set it aside and created a new one.
    try FileManager.default.moveItem(atPath: fixture.databasePath, toPath: fixture.databasePath + ".damaged")
    let other = PostStore(directory: fixture.directory)
    _ = try other.importPosts(
      from: ListSource(Array(Self.posts.prefix(7)), owner: .owner), named: "posts", at: "posts",
      stop: CancellationFlag()
    ) { _, _ in }
    let page = try await fixture.repository().page(of: .posts, PageRequest(.newest, limit: 10))
    #expect(page.total == 4)
  }

  @Test func `A database in use is not set aside`() async throws {
    try write(Data(repeating: 65, count: 10_000))
    let lock = try StoreFolder(path: fixture.directory).lock()
    #expect(await readAll().first == .busy(path: fixture.databasePath))
    #expect(bytes(of: "tern.sqlite")?.count == 10_000)
    _ = consume lock
  }
}

extension StoreError {
  /// The error without what was copied from the database.
  fileprivate var withoutRescue: StoreError {
    guard case .damaged(let path, let setAside, _) = self else { return self }
    return .damaged(path: path, setAside: setAside)
  }

  /// The error for an account that the store does not have.
  fileprivate static func removedAccount(_ fixture: StoreHarness) -> StoreError {
    .unusable(path: fixture.databasePath, reason: "This account was removed")
  }
}
