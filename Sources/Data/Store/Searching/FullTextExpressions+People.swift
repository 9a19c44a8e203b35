import Domain
import GRDB

/// The profiles that a query names, by their row IDs.
extension FullTextExpressions {
  /// Up to this number of profiles, a name is expanded to all of them. Beyond, it is a frequent term.
  private static let maxProfilesOfTerm = 256

  /// The profiles whose names or handles match a term.
  func profileIDs(named term: SearchQuery.Term) throws -> [Int64] {
    try term.run.map { try profiles(named: Self.phrase($0)) } ?? []
  }

  /// Whether a term matches the names of all authors that the other conditions require.
  func matchesAllRequiredAuthors(_ term: SearchQuery.Term) throws -> Bool {
    guard term.run != nil, conditions.contains(where: { !$0.isExcluded && $0.term.isFrom }) else { return false }
    return try profileIDs(from: false).isSubset(of: profileIDs(named: term))
  }

  /// The profiles of the excluded conditions `from:`, or of the first required one.
  private func profileIDs(from isExcluded: Bool) throws -> Set<Int64> {
    var all: Set<Int64> = []
    for case .from(let handle) in conditions.filter({ $0.isExcluded == isExcluded }).map(\.term) {
      all.formUnion(try profiles(withHandle: handle))
      if !isExcluded { break }
    }
    return all
  }

  /// The profiles whose names match a term, without those whose posts another condition excludes.
  func profileIDs(matching term: SearchQuery.Term) throws -> [Int64] {
    let profileIDs = try term == textOnlyTerm ? [] : profileIDs(named: term)
    let others = try profileIDs.isEmpty ? [] : self.profileIDs(from: true)
    return profileIDs.filter { !others.contains($0) }
  }

  /// Whether one of the conditions has a frequent term.
  func containFrequentTerm(_ conditions: [SearchQuery.Condition]) throws -> Bool {
    try conditions.contains { condition in
      if case .anyOf(let groups) = condition.term { return try groups.contains(where: containFrequentTerm) }
      return try condition.term.run.map { try isFrequentTerm(Self.phrase($0)) } ?? false
    }
  }

  private func isFrequentTerm(_ phrase: String) throws -> Bool {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM profileWords WHERE profileWords MATCH ? LIMIT ?)"
    return try Int.fetchOne(database.cachedStatement(sql: sql), arguments: [phrase, Self.maxProfilesOfTerm + 1]) ?? 0
      > Self.maxProfilesOfTerm
  }

  /// The SQL predicate over `post` for a frequent term; nil if the full-text index is used.
  func frequentTermPredicate(_ term: SearchQuery.Term) throws -> SQL? {
    guard let rows = rowsOfFrequentTerms, term != textOnlyTerm, let run = term.run,
      !run.words.contains(SearchedText.border)
    else { return nil }
    let phrase = Self.phrase(run)
    guard try isFrequentTerm(phrase) else { return nil }
    let profileIDs: SQL = "(SELECT rowid FROM profileWords WHERE profileWords MATCH \(phrase))"
    return """
      (post.authorId IN \(profileIDs) OR (post.reposterId > 0 AND post.reposterId IN \(profileIDs)) OR post.id IN (
        SELECT rowid FROM postWords
        WHERE postWords MATCH \("{text more} : \(phrase)") AND rowid BETWEEN \(rows.lowerBound) AND \(rows.upperBound)))
      """
  }

  /// The profiles whose names or handles match a phrase.
  private func profiles(named phrase: String) throws -> [Int64] {
    let sql = """
      SELECT profileWords.rowid FROM profileWords CROSS JOIN profile ON profile.id = profileWords.rowid
      WHERE profileWords MATCH ? AND +accountId = ?
      """
    return try Int64.fetchAll(database.cachedStatement(sql: sql), arguments: [phrase, account.id])
  }

  /// The profiles of a handle, given with or without its server.
  func profiles(withHandle handle: String) throws -> [Int64] {
    try Self.profiles(withHandle: handle, of: account, in: database)
  }

  static func profiles(
    withHandle handle: String, of account: StoredAccount, in database: Database
  ) throws -> [Int64] {
    let sql = """
      SELECT id FROM profile WHERE accountId = :account AND key = :handle
      UNION SELECT id FROM profile WHERE accountId = :account AND key > :handle || '@' AND key < :handle || '@' || char(1114111)
      """
    return try Int64.fetchAll(
      database.cachedStatement(sql: sql), arguments: ["account": account.id, "handle": handle])
  }
}

extension SearchQuery.Term {
  fileprivate var isFrom: Bool { if case .from = self { true } else { false } }
}
