import Dispatch
import Domain

extension PostStore {
  /// The database, which is made where there is none.
  func ready() async throws(StoreError) -> StoreDatabase {
    if blocksCaller { return try openedOrMade() }
    return try await Self.run { () throws(StoreError) in try self.openedOrMade() }
  }

  private func openedOrMade() throws(StoreError) -> StoreDatabase {
    if let opened = try opened() { return opened }
    return try made()
  }

  /// Does what blocks on a thread of its own.
  static func run<Answer: Sendable>(
    _ work: @escaping @Sendable () throws(StoreError) -> Answer
  ) async throws(StoreError) -> Answer {
    let result = await withCheckedContinuation { continuation in
      DispatchQueue(label: "tern.accounts").async {
        continuation.resume(returning: Result { () throws(StoreError) in try work() })
      }
    }
    return try result.get()
  }

  private func made() throws(StoreError) -> StoreDatabase {
    try folder.make()
    let lock = try folder.lock()
    let (database, _) = try openedForWriting()
    _ = consume lock
    return database
  }
}
