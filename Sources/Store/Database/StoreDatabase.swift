import Domain
import Foundation
import GRDB

/// The database that Tern keeps what has been imported in, open.
final class StoreDatabase: Sendable {
  static let name = "tern.sqlite"
  /// In seconds. Another Tern writes for as long as a batch takes; after this, something is wrong.
  private static let longestWait = 10.0

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
    configuration.busyMode = .timeout(longestWait)
    // One for pages, one for counting meanwhile.
    configuration.maximumReaderCount = 2
    configuration.prepareDatabase { $0.add(tokenizer: WordTokenizer.self) }
    return configuration
  }
}
