import Domain

/// Remembers which entries there were, of the last hundred thousand at the least, and never of more than twice as many:
/// however long a source is, this takes no more memory.
struct RecentKeys {
  private static let limit = 100_000

  /// By their hashes, of which no two are the same in practice.
  private var newer: Set<Int> = []
  private var older: Set<Int> = []

  /// - Returns: false where the entry has been there before.
  mutating func insert(_ key: PostKey) -> Bool {
    let hash = key.hashValue
    guard !older.contains(hash), newer.insert(hash).inserted else { return false }
    if newer.count >= Self.limit {
      older = newer
      newer = []
    }
    return true
  }
}
