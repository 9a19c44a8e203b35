import Domain
import GRDB

/// People whom a query names, by their row ids.
extension FullTextExpressions {
  /// A name that more people than this share is not spelled out as all of those people.
  private static let crowd = 256

  /// The people whose names or handles a term matches.
  func people(named term: SearchQuery.Term) throws -> [Int64] {
    try term.run.map { try profiles(named: Self.phrase($0)) } ?? []
  }

  /// Whether a term is met by the name of everybody from whom another condition wants posts.
  func callsAllWanted(_ term: SearchQuery.Term) throws -> Bool {
    guard term.run != nil, conditions.contains(where: { !$0.isExcluded && $0.term.isFrom }) else { return false }
    return try people(from: false).isSubset(of: people(named: term))
  }

  /// The people of the conditions `from:` that are excluded, or of the first one that is not.
  private func people(from isExcluded: Bool) throws -> Set<Int64> {
    var all: Set<Int64> = []
    for case .from(let handle) in conditions.filter({ $0.isExcluded == isExcluded }).map(\.term) {
      all.formUnion(try profiles(withHandle: handle))
      if !isExcluded { break }
    }
    return all
  }

  /// The people whose names a term matches, without those whose posts another condition excludes.
  func people(calledBy term: SearchQuery.Term) throws -> [Int64] {
    let people = try term == saidAlone ? [] : people(named: term)
    let others = try people.isEmpty ? [] : self.people(from: true)
    return people.filter { !others.contains($0) }
  }

  /// Whether one of the conditions looks for a name that very many people share.
  func nameCrowds(_ conditions: [SearchQuery.Condition]) throws -> Bool {
    try conditions.contains { condition in
      if case .anyOf(let groups) = condition.term { return try groups.contains(where: nameCrowds) }
      return try condition.term.run.map { try isFrequentTerm(Self.phrase($0)) } ?? false
    }
  }

  private func isFrequentTerm(_ phrase: String) throws -> Bool {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM profileWords WHERE profileWords MATCH ? LIMIT ?)"
    return try Int.fetchOne(database.cachedStatement(sql: sql), arguments: [phrase, Self.crowd + 1]) ?? 0 > Self.crowd
  }

  /// The test of a row of `post` for a name that very many people share; nil where the index is asked.
  func crowdTest(_ term: SearchQuery.Term) throws -> SQL? {
    guard let rows = rowsOfFrequentTerms, term != saidAlone, let run = term.run,
      !run.words.contains(SearchedText.border)
    else { return nil }
    let phrase = Self.phrase(run)
    guard try isFrequentTerm(phrase) else { return nil }
    let people: SQL = "(SELECT rowid FROM profileWords WHERE profileWords MATCH \(phrase))"
    return """
      (post.authorId IN \(people) OR (post.reposterId > 0 AND post.reposterId IN \(people)) OR post.id IN (
        SELECT rowid FROM postWords
        WHERE postWords MATCH \("{text more} : \(phrase)") AND rowid BETWEEN \(rows.lowerBound) AND \(rows.upperBound)))
      """
  }

  /// The people whose names or handles match a phrase.
  private func profiles(named phrase: String) throws -> [Int64] {
    let sql = """
      SELECT profileWords.rowid FROM profileWords CROSS JOIN profile ON profile.id = profileWords.rowid
      WHERE profileWords MATCH ? AND +accountId = ?
      """
    return try Int64.fetchAll(database.cachedStatement(sql: sql), arguments: [phrase, account.id])
  }

  /// With or without its server.
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
