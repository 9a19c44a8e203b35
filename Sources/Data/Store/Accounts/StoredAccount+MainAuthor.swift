import Domain
import GRDB

extension StoredAccount {
  /// Determines the main author of an archive if it is not known yet: its owner, or, if the archive does not state one,
  /// the author of most of the first posts. Must be called before these are stored.
  /// - Parameter authorship: the profiles of the posts that will be stored.
  mutating func findMainAuthor(among authorship: [PostAuthorship], in database: Database) throws {
    guard !isServerAccount, mainAuthor == nil, let author = try guessMainAuthor(among: authorship, in: database) else {
      return
    }
    // Posts that are indexed already lack the term for other authors.
    let isNew = try !hasPosts(of: author, in: database)
    mainAuthor = isNew ? author : 0
    try database.execute(sql: "UPDATE account SET mainAuthorId = ? WHERE id = ?", arguments: [mainAuthor, id])
  }

  /// - Returns: nil if it is not known yet; 0 if none exists.
  private func guessMainAuthor(among authorship: [PostAuthorship], in database: Database) throws -> Int64? {
    guard profile.handle.isEmpty else {
      return try Int64.fetchOne(
        database.cachedStatement(sql: "SELECT id FROM profile WHERE accountId = ? AND key = ?"),
        arguments: [id, profile.storeKey])
    }
    let posts = authorship.compactMap(\.author).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    guard let most = posts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
    return most.value * 2 >= posts.values.reduce(0, +) ? most.key : 0
  }

  private func hasPosts(of profileID: Int64, in database: Database) throws -> Bool {
    try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM post INDEXED BY postByAuthor WHERE authorId = :person)
          OR EXISTS (SELECT 1 FROM post INDEXED BY postByReposter WHERE reposterId > 0 AND reposterId = :person)
        """, arguments: ["person": profileID]) ?? false
  }
}
