import Domain
import Foundation
import GRDB

/// The database that Tern keeps what has been imported in, open.
final class StoreDatabase: Sendable {
  static let name = "tern.sqlite"
  /// In milliseconds. Another Tern writes for as long as a batch takes; after this, something is wrong.
  private static let longestWait = 3_000

  let path: String
  let pool: DatabasePool

  /// Opens it, and brings its tables up to date.
  /// - Parameter path: of a file that exists.
  init(path: String) throws(StoreError) {
    self.path = path
    pool = try StoreFailure.translated(path) {
      let pool = try DatabasePool(path: path, configuration: Self.configuration)
      let isNewer = try pool.read { try StoreSchema.migrator.hasBeenSuperseded($0) }
      if isNewer { throw StoreError.newer(path: path) }
      try StoreSchema.migrator.migrate(pool)
      return pool
    }
  }

  /// Asks it something. A question that nobody waits for any more is broken off.
  func read<Answer: Sendable>(
    _ question: @escaping @Sendable (Database) throws -> Answer
  ) async throws(StoreError) -> Answer {
    do {
      return try await pool.read(question)
    } catch {
      throw StoreFailure.translate(error, path)
    }
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    // An import leaves others a gap between two batches, and it is not a long one.
    configuration.busyMode = .callback { waited in
      usleep(1_000)
      return waited < longestWait
    }
    // One for pages, one for counting meanwhile.
    configuration.maximumReaderCount = 2
    configuration.prepareDatabase { $0.add(tokenizer: WordTokenizer.self) }
    return configuration
  }
}
