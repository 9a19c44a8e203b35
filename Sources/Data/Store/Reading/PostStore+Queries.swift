import Domain
import GRDB

extension PostStore {
  /// Runs a query on an account.
  /// - Throws: `TimelineError.storeFailed` if the store cannot be read or the account was removed.
  func query<Result: Sendable>(
    _ account: AccountID, _ body: @escaping @Sendable (Database, StoredAccount) throws -> Result
  ) async throws(TimelineError) -> Result {
    do throws(StoreError) {
      let results = try await read { database in
        try StoredAccount.find(account, in: database).map { [try body(database, $0)] } ?? []
      }
      if let result = results?.first { return result }
    } catch {
      throw TimelineError(error)
    }
    throw .storeFailed(.unusable(path: folder.database.escapingControls, reason: "This account was removed"))
  }
}
