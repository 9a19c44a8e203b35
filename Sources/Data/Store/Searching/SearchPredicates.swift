import Domain
import GRDB

/// Conditions combined by AND, divided into FTS5 expressions, SQL predicates and timelines.
struct SearchPredicates {
  /// Expressions that are exact.
  var required: [String] = []
  var excluded: [String] = []
  /// Expressions that posts which pass the SQL predicates satisfy as well.
  private var hints: [String] = []
  /// Expressions that no post which passes the SQL predicates satisfies.
  private var exclusions: [String] = []
  var rowTests: [SQL] = []
  /// Timelines that all have to list the post.
  private(set) var timelines: [Int64] = []
  /// Timelines that must not list the post.
  private(set) var otherTimelines: [Int64] = []
  /// Whether an expression restricts the account already.
  private(set) var isOfAccount = false
  private(set) var isImpossible = false

  /// Whether any expression is required.
  var hasRequiredExpressions: Bool { !required.isEmpty || !hints.isEmpty }
  var usesNoFullText: Bool { required.isEmpty && excluded.isEmpty && hints.isEmpty && exclusions.isEmpty }
  var usesFullTextOnly: Bool { rowTests.isEmpty && timelines.isEmpty && otherTimelines.isEmpty }

  init() {}

  init(_ conditions: [SearchQuery.Condition], _ expressions: FullTextExpressions, _ rowPredicates: RowPredicates) throws
  {
    for condition in conditions { try add(condition, expressions, rowPredicates) }
  }

  /// An expression that all matches satisfy, and others may; nil if it would be everything.
  /// - Parameters:
  ///   - everything: The expression for all posts.
  ///   - hinted: Whether to include the inexact expressions.
  func expression(_ everything: String, hinted: Bool = true) -> String? {
    var all = hinted ? required + hints : required
    let none = hinted ? excluded + exclusions : excluded
    if all.isEmpty, none.isEmpty { return nil }
    if all.isEmpty { all = [everything] }
    let joined = "(\(all.joined(separator: " AND ")))"
    return none.isEmpty ? joined : "(\(joined) NOT (\(none.joined(separator: " OR "))))"
  }

  /// The expression for excluded posts; nil if none exists.
  var excludedExpression: String? { excluded.isEmpty ? nil : "(\(excluded.joined(separator: " OR ")))" }

  /// All conditions as one SQL predicate over `post`.
  private func test(_ everything: String) -> SQL {
    let isFound: [SQL] =
      expression(everything, hinted: false).map {
        ["post.id IN (SELECT rowid FROM postWords WHERE postWords MATCH \($0))"]
      } ?? []
    let listed = timelines.map { RowPredicates.isListed(in: [$0]) }
    let unlisted: [SQL] = otherTimelines.isEmpty ? [] : ["NOT \(RowPredicates.isListed(in: otherTimelines))"]
    let all = isFound + listed + unlisted + rowTests
    // Without any condition, everything matches.
    return all.isEmpty ? "TRUE" : "(\(all.joined(separator: " AND ")))"
  }

  private mutating func add(
    _ condition: SearchQuery.Condition, _ expressions: FullTextExpressions, _ rowPredicates: RowPredicates
  )
    throws
  {
    switch condition.term {
    case .anyOf(let groups):
      return try add(groups, isExcluded: condition.isExcluded, expressions.inGroup, rowPredicates)
    case .timeline(let name):
      return add(timelines: try rowPredicates.timelines(named: name), isExcluded: condition.isExcluded, expressions)
    default: break
    }
    if let test = try expressions.frequentTermPredicate(condition.term) {
      add(test, isExcluded: condition.isExcluded)
    } else if !expressions.matchesAll(condition.term), let test = try rowPredicates.test(condition.term) {
      add(test, isExcluded: condition.isExcluded)
      if let hint = try expressions.hint(condition) { hints.append(hint) }
      exclusions += expressions.exclusions(condition)
    } else if condition.isExcluded, try expressions.matchesAllRequiredAuthors(condition.term) {
      isImpossible = true
    } else {
      try add(
        found: expressions.expression(for: condition.term), others: expressions.complement(of: condition.term),
        condition.isExcluded)
    }
  }

  /// - Parameters:
  ///   - found: The expression for posts that meet the condition.
  ///   - others: The expression for posts that do not. If both are nil, none meets it.
  private mutating func add(found: String?, others: String?, _ isExcluded: Bool) {
    switch (isExcluded, found, others) {
    case (true, _, let others?): required.append(others)
    case (true, let found?, nil): excluded.append(found)
    case (true, nil, nil): break
    case (false, let found?, _): required.append(found)
    case (false, nil, let others?): excluded.append(others)
    case (false, nil, nil): isImpossible = true
    }
  }

  private mutating func add(timelines named: [Int64], isExcluded: Bool, _ expressions: FullTextExpressions) {
    if let listed = expressions.listed(in: named) {
      if isExcluded {
        excluded.append(listed)
      } else {
        required.append(listed)
        isOfAccount = true
      }
    } else if isExcluded {
      otherTimelines += named
    } else if named.count == 1 {
      timelines += named
    } else if named.isEmpty {
      isImpossible = true
    } else {
      rowTests.append(RowPredicates.isListed(in: named))
    }
  }

  private mutating func add(_ test: SQL, isExcluded: Bool) {
    rowTests.append(isExcluded ? "NOT ifnull(\(test), 0)" : test)
  }

  private mutating func add(
    _ groups: [[SearchQuery.Condition]], isExcluded: Bool, _ expressions: FullTextExpressions,
    _ rowPredicates: RowPredicates
  ) throws {
    let parts = try groups.map { try SearchPredicates($0, expressions, rowPredicates) }.filter { !$0.isImpossible }
    guard !parts.isEmpty else {
      if !isExcluded { isImpossible = true }
      return
    }
    let everything = FullTextExpressions.tag(.account(rowPredicates.account.id))
    let found = parts.compactMap { $0.expression(everything) }
    let any = found.count == parts.count ? "(\(found.joined(separator: " OR ")))" : nil
    if let any, parts.allSatisfy(\.usesFullTextOnly) {
      if isExcluded { excluded.append(any) } else { required.append(any) }
      return
    }
    add("(\(parts.map { $0.test(everything) }.joined(separator: " OR ")))", isExcluded: isExcluded)
    if let any, !isExcluded { hints.append(any) }
  }
}
