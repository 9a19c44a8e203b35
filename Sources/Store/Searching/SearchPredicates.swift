import Domain
import GRDB

/// Conditions that are all to be met.
struct SearchPredicates {
  /// Words that say it all.
  var wanted: [String] = []
  var excluded: [String] = []
  /// Words that what passes the tests has besides.
  private var hints: [String] = []
  /// Words that nothing has which passes the tests.
  private var ruledOut: [String] = []
  /// What is asked of rows.
  var tests: [SQL] = []
  /// Timelines in each of which it has to stand.
  private(set) var timelines: [Int64] = []
  /// Timelines in none of which it may stand.
  private(set) var otherTimelines: [Int64] = []
  /// Whether words that are wanted say whose posts they are.
  private(set) var isOfAccount = false
  private(set) var isImpossible = false

  /// Whether some of its words are to be there.
  var hasWords: Bool { !wanted.isEmpty || !hints.isEmpty }
  var isWordless: Bool { wanted.isEmpty && excluded.isEmpty && hints.isEmpty && ruledOut.isEmpty }
  var usesFullTextOnly: Bool { tests.isEmpty && timelines.isEmpty && otherTimelines.isEmpty }

  init() {}

  init(_ conditions: [SearchQuery.Condition], _ words: FullTextExpressions, _ facts: PostFacts) throws {
    for condition in conditions { try take(condition, words, facts) }
  }

  /// What finds all that is meant, and maybe more; nil where it would be everything.
  /// - Parameter everything: finds that.
  func words(_ everything: String, hinted: Bool = true) -> String? {
    var all = hinted ? wanted + hints : wanted
    let none = hinted ? excluded + ruledOut : excluded
    if all.isEmpty, none.isEmpty { return nil }
    if all.isEmpty { all = [everything] }
    let joined = "(\(all.joined(separator: " AND ")))"
    return none.isEmpty ? joined : "(\(joined) NOT (\(none.joined(separator: " OR "))))"
  }

  /// What finds what is excluded; nil where nothing is.
  var excludedWords: String? { excluded.isEmpty ? nil : "(\(excluded.joined(separator: " OR ")))" }

  /// All of it as a condition over `post`.
  private func test(_ everything: String) -> SQL {
    let isFound: [SQL] =
      words(everything, hinted: false).map {
        ["post.id IN (SELECT rowid FROM postWords WHERE postWords MATCH \($0))"]
      } ?? []
    let listed = timelines.map { PostFacts.isListed(in: [$0]) }
    let unlisted: [SQL] = otherTimelines.isEmpty ? [] : ["NOT \(PostFacts.isListed(in: otherTimelines))"]
    let all = isFound + listed + unlisted + tests
    // What excludes nothing is everything.
    return all.isEmpty ? "TRUE" : "(\(all.joined(separator: " AND ")))"
  }

  private mutating func take(_ condition: SearchQuery.Condition, _ words: FullTextExpressions, _ facts: PostFacts)
    throws
  {
    switch condition.term {
    case .anyOf(let groups): return try take(groups, isExcluded: condition.isExcluded, words.inBrackets, facts)
    case .timeline(let name):
      return take(timelines: try facts.timelines(named: name), isExcluded: condition.isExcluded, words)
    default: break
    }
    if let test = try words.crowdTest(condition.term) {
      take(test, isExcluded: condition.isExcluded)
    } else if !words.matchesAll(condition.term), let test = try facts.test(condition.term) {
      take(test, isExcluded: condition.isExcluded)
      if let hint = try words.hint(condition) { hints.append(hint) }
      ruledOut += words.ruledOut(condition)
    } else if condition.isExcluded, try words.callsAllWanted(condition.term) {
      isImpossible = true
    } else {
      try take(found: words.words(condition.term), others: words.othersThan(condition.term), condition.isExcluded)
    }
  }

  /// - Parameters:
  ///   - found: words of all that meets a condition.
  ///   - others: words of all that does not. Neither: nothing meets it.
  private mutating func take(found: String?, others: String?, _ isExcluded: Bool) {
    switch (isExcluded, found, others) {
    case (true, _, let others?): wanted.append(others)
    case (true, let found?, nil): excluded.append(found)
    case (true, nil, nil): break
    case (false, let found?, _): wanted.append(found)
    case (false, nil, let others?): excluded.append(others)
    case (false, nil, nil): isImpossible = true
    }
  }

  private mutating func take(timelines named: [Int64], isExcluded: Bool, _ words: FullTextExpressions) {
    if let listed = words.listed(in: named) {
      if isExcluded {
        excluded.append(listed)
      } else {
        wanted.append(listed)
        isOfAccount = true
      }
    } else if isExcluded {
      otherTimelines += named
    } else if named.count == 1 {
      timelines += named
    } else if named.isEmpty {
      isImpossible = true
    } else {
      tests.append(PostFacts.isListed(in: named))
    }
  }

  private mutating func take(_ test: SQL, isExcluded: Bool) {
    tests.append(isExcluded ? "NOT ifnull(\(test), 0)" : test)
  }

  private mutating func take(
    _ groups: [[SearchQuery.Condition]], isExcluded: Bool, _ words: FullTextExpressions, _ facts: PostFacts
  ) throws {
    let parts = try groups.map { try SearchPredicates($0, words, facts) }.filter { !$0.isImpossible }
    guard !parts.isEmpty else {
      if !isExcluded { isImpossible = true }
      return
    }
    let everything = FullTextExpressions.tag(.account(facts.account.id))
    let found = parts.compactMap { $0.words(everything) }
    let any = found.count == parts.count ? "(\(found.joined(separator: " OR ")))" : nil
    if let any, parts.allSatisfy(\.usesFullTextOnly) {
      if isExcluded { excluded.append(any) } else { wanted.append(any) }
      return
    }
    take("(\(parts.map { $0.test(everything) }.joined(separator: " OR ")))", isExcluded: isExcluded)
    if let any, !isExcluded { hints.append(any) }
  }
}
