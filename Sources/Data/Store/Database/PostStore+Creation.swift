import Dispatch
import Domain

extension PostStore {
  /// The database, which is created if needed.
  func openOrCreateDatabase() async throws(StoreError) -> StoreDatabase {
    if blocksCaller { return try blockingOpenOrCreateDatabase() }
    return try await Self.run { () throws(StoreError) in try self.blockingOpenOrCreateDatabase() }
  }

  private func blockingOpenOrCreateDatabase() throws(StoreError) -> StoreDatabase {
    if let existing = try openDatabase() { return existing }
    return try createDatabase()
  }

  /// Runs blocking work on a thread of its own.
  static func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let result = await withCheckedContinuation { continuation in
      DispatchQueue(label: "tern.accounts").async {
        continuation.resume(returning: Result { () throws(StoreError) in try work() })
      }
    }
    return try result.get()
  }

  private func createDatabase() throws(StoreError) -> StoreDatabase {
    try folder.create()
    // Another process may be creating it.
    let lock = try folder.lock(waiting: 2_000)
    let (database, _) = try openForWriting()
    _ = consume lock
    return database
  }
}
