import Domain
import Foundation
import GRDB
import Testing

@testable import Store

@Suite struct ImportLogTests {
  private let fixture = StoreHarness()
  /// Of the log, in bytes: twelve batches and the ones around them.
  private static let limit = 14 * 420_000

  private var path: String { fixture.directory + "/log.sqlite" }
  private var logSize: Int { StoreFile.size(of: path + "-wal") }

  private func database() throws -> DatabasePool {
    try FileManager.default.createDirectory(atPath: fixture.directory, withIntermediateDirectories: true)
    let pool = try DatabasePool(path: path)
    try pool.write { try $0.execute(sql: "CREATE TABLE piece (bytes BLOB)") }
    return pool
  }

  /// About 400 KB each.
  private func write(_ batches: Int, _ database: Database, then: () -> Void) throws {
    for _ in 0..<batches {
      try database.execute(sql: "INSERT INTO piece VALUES (randomblob(400000))")
      then()
    }
  }

  @Test func `The log goes into the database meanwhile, and does not grow with what is written`() throws {
    let pool = try database()
    var log = ImportLog(of: path)
    try pool.writeWithoutTransaction { database in
      log.begin(in: database)
      try write(60, database) { log.batchIsWritten(in: database) }
      #expect(logSize < Self.limit)
      log.end(in: database)
    }
    #expect(logSize == 0)
    #expect(try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM piece") } == 60)
  }

  @Test func `Where nobody else can do it, whoever writes does all of it`() throws {
    let pool = try database()
    var log = ImportLog(of: fixture.directory + "/nowhere/log.sqlite")
    try pool.writeWithoutTransaction { database in
      log.begin(in: database)
      try write(60, database) { log.batchIsWritten(in: database) }
      #expect(logSize < Self.limit)
    }
  }

  @Test func `SQLite by itself leaves it alone from then on`() throws {
    let pool = try database()
    let log = ImportLog(of: path)
    try pool.writeWithoutTransaction { database in
      log.begin(in: database)
      try write(60, database) {}
      #expect(logSize > Self.limit)
    }
  }

  @Test func `A new store has larger pages than SQLite makes by itself`() throws {
    try fixture.importPosts([ImportItem(.fixture(id: "1", text: "One"), in: .posts)])
    #expect(try fixture.read { try Int.fetchOne($0, sql: "PRAGMA page_size") } == 16_384)
  }
}
