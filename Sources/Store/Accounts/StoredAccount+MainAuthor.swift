import Domain
import GRDB

extension StoredAccount {
  /// Finds out who has written nearly all of an archive, where that is not known yet: its owner, or, of one that does not
  /// say whose it is, whoever has written most of the first posts. To be called before these are stored.
  /// - Parameter people: of the posts that are about to be stored.
  mutating func findMainAuthor(among people: [PostPeople], in database: Database) throws {
    guard !isServerAccount, mainAuthor == nil, let author = try likelyMainAuthor(among: people, in: database) else {
      return
    }
    // The posts that the index has already do not say that they are by somebody else.
    let isNew = try !hasPosts(of: author, in: database)
    mainAuthor = isNew ? author : 0
    try database.execute(sql: "UPDATE account SET mainAuthorId = ? WHERE id = ?", arguments: [mainAuthor, id])
  }

  /// - Returns: nil where one cannot tell yet; 0 where there is nobody.
  private func likelyMainAuthor(among people: [PostPeople], in database: Database) throws -> Int64? {
    guard profile.handle.isEmpty else {
      return try Int64.fetchOne(
        database.cachedStatement(sql: "SELECT id FROM profile WHERE accountId = ? AND key = ?"),
        arguments: [id, profile.storeKey])
    }
    let posts = people.compactMap(\.author).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    guard let most = posts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
    return most.value * 2 >= posts.values.reduce(0, +) ? most.key : 0
  }

  private func hasPosts(of person: Int64, in database: Database) throws -> Bool {
    try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM post INDEXED BY postByAuthor WHERE authorId = :person)
          OR EXISTS (SELECT 1 FROM post INDEXED BY postByReposter WHERE reposterId > 0 AND reposterId = :person)
        """, arguments: ["person": person]) ?? false
  }
}
