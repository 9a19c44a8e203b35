import Domain
import Foundation
import GRDB
import Testing

@testable import Store

@Suite struct ImportLogTests {
  private let fixture = StoreHarness()
  /// The maximum size of the log in bytes: twelve batches and some reserve.
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

  @Test func `The log is checkpointed during the import and stays bounded`() throws {
    let pool = try database()
    var log = ImportLog(of: path)
    try pool.writeWithoutTransaction { database in
      log.disableAutomaticCheckpoints(in: database)
      try write(60, database) { log.checkpointIfNeeded(in: database) }
      #expect(logSize < Self.limit)
      log.end(in: database)
    }
    #expect(logSize == 0)
    #expect(try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM piece") } == 60)
  }

  @Test func `Without a second connection, the writer does all checkpoints`() throws {
    let pool = try database()
    var log = ImportLog(of: fixture.directory + "/nowhere/log.sqlite")
    try pool.writeWithoutTransaction { database in
      log.disableAutomaticCheckpoints(in: database)
      try write(60, database) { log.checkpointIfNeeded(in: database) }
      #expect(logSize < Self.limit)
    }
  }

  @Test func `Automatic checkpoints are off during the import`() throws {
    let pool = try database()
    let log = ImportLog(of: path)
    try pool.writeWithoutTransaction { database in
      log.disableAutomaticCheckpoints(in: database)
      try write(60, database) {}
      #expect(logSize > Self.limit)
    }
  }

  @Test func `A new store has larger pages than the default`() throws {
    try fixture.importPosts([ImportItem(.fixture(id: "1", text: "One"), in: .posts)])
    #expect(try fixture.read { try Int.fetchOne($0, sql: "PRAGMA page_size") } == 16_384)
  }
}
