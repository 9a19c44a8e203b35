import Synchronization

/// Tracks creations whose outcome is unknown, so that a second attempt does not create the same again.
final class UnconfirmedCreations: Sendable {
  /// The IDs at the server before the first attempt, by kind and name.
  private let idsBefore = Mutex<[Key: Set<String>]>([:])

  /// A creation: the endpoint's path, and the title of the list or filter.
  struct Key: Hashable, Sendable {
    var path: String
    var title: String
  }

  /// Starts an attempt.
  /// - Parameter ids: the IDs of what has this title at the server now.
  /// - Returns: the ID of what an earlier attempt has created; nil if it has to be created.
  func start(_ key: Key, _ ids: Set<String>) -> String? {
    idsBefore.withLock { known in
      guard let before = known[key] else {
        known[key] = ids
        return nil
      }
      return ids.subtracting(before).max()
    }
  }

  /// Whether an attempt has turned out to be successful.
  /// - Parameter ids: the IDs of what has this title at the server now.
  func isCreated(_ key: Key, _ ids: Set<String>) -> Bool {
    idsBefore.withLock { known in known[key].map { !ids.isSubset(of: $0) } ?? false }
  }

  /// Ends the attempts: the outcome is known.
  func end(_ key: Key) { idsBefore.withLock { $0[key] = nil } }
}
