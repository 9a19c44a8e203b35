import Domain
import GRDB

/// Plans a search: makes branches of a query's conditions.
///
/// A branch is chosen in this order:
///
/// 1. A short timeline is scanned as a whole, with all conditions as predicates in SQL.
/// 2. Without conditions for the full-text index, the timeline or table is scanned, newest first.
/// 3. Otherwise the full-text index is queried, and the remaining conditions are predicates over the rows that it
///    finds.
///
/// Two cases have plans of their own: replies that do not name their recipient (`unnamedRepliesIfFew()`), and frequent
/// terms, which are words in the names of more than 256 profiles (`frequentTermBranches()`).
struct SearchPlanner {
  /// Timelines of at most this many posts are scanned as a whole.
  private static let shortTimeline = 16_384
  /// Matches of other accounts are filtered by row if this account has at least this many times their posts.
  private static let minSizeRatio = 4
  /// Timelines up to this many times longer are intersected; in longer ones each post is looked up.
  private static let maxLengthRatio = 3
  /// Limits for finding replies without a recipient through the answered posts: posts of these profiles, replies, and
  /// profiles.
  private static let maxAuthoredPosts = 2_000
  private static let maxReplies = 200
  private static let maxProfiles = 16

  let hasFrequentTerm: Bool
  /// Whether excluded dates are predicates over rows. Otherwise they are ranges of row IDs, which are in time order.
  let testsExcludedDates: Bool
  private let conditions: [SearchQuery.Condition]
  private var expressions: FullTextExpressions
  private let rowPredicates: RowPredicates
  private let hasDate: Bool
  /// The shortest timeline that the query requires; nil if it requires none.
  private let timeline: (id: Int64, count: Int)?
  private let others: OtherAccountsShare

  /// The number of other accounts' posts, compared with this one's.
  private enum OtherAccountsShare { case none, few, many }

  init(_ query: SearchQuery, account: StoredAccount, in database: Database) throws {
    let rowPredicates = RowPredicates(account: account, database: database)
    // Dates limit the range of IDs. An excluded date also matches posts without one.
    let testsExcluded = try query.conditions.contains { $0.isExcluded && $0.term.isDate } && rowPredicates.hasUndated()
    self.rowPredicates = rowPredicates
    testsExcludedDates = testsExcluded
    conditions = query.conditions.filter { !$0.term.isDate || $0.isExcluded && testsExcluded }
    hasDate = query.conditions.contains { !$0.isExcluded && $0.term.isDate }
    expressions = try FullTextExpressions(account: account, database: database, conditions: conditions)
    hasFrequentTerm = try expressions.containFrequentTerm(conditions)
    // Posts of profiles with a frequent name are looked up one by one.
    expressions.usesEntryTable = hasFrequentTerm
    timeline = try Self.onlyTimeline(conditions, rowPredicates)
    others = try Self.others(than: account, in: database)
  }

  /// The branch for the conditions; nil if nothing can match.
  func branch() throws -> SearchBranch? {
    var predicates = try SearchPredicates(conditions, expressions, rowPredicates)
    guard !predicates.isImpossible else { return nil }
    var branch = SearchBranch(account: rowPredicates.account.id, scan: .allPosts)
    branch.timelines = predicates.timelines
    branch.otherTimelines = predicates.otherTimelines
    let mayScan = expressions.rowsOfFrequentTerms == nil || timeline != nil
    if let timeline, timeline.count <= Self.shortTimeline, !predicates.isOfAccount,
      let tests = try rowPredicates.rowTests(conditions)
    {
      // A complete scan is faster than the other conditions.
      branch.scan = .timeline(timeline.id)
      (branch.timelines, branch.otherTimelines) = ([], [])
      predicates.rowTests = tests + (hasDate ? [RowPredicates.isDated] : [])
    } else if predicates.usesNoFullText, !predicates.usesFullTextOnly, mayScan {
      if hasDate { predicates.rowTests.append(RowPredicates.isDated) }
      if let timeline {
        branch.scan = .timeline(timeline.id)
        branch.timelines.removeAll { $0 == timeline.id }
        branch.haveSimilarLength =
          try !branch.timelines.isEmpty
          && rowPredicates.longest(branch.timelines) / Self.maxLengthRatio <= timeline.count
      } else {
        predicates.rowTests.append(try rowPredicates.isListed())
      }
    } else {
      if hasDate { predicates.excluded.append(FullTextExpressions.tag(.undated)) }
      let everything = FullTextExpressions.tag(.account(rowPredicates.account.id))
      let knowsAccount = !predicates.timelines.isEmpty || !predicates.rowTests.isEmpty
      switch others {
      case .none: break
      case .few where predicates.isOfAccount, .many where predicates.isOfAccount: break
      // Matches of other accounts are filtered by row.
      case .few where knowsAccount:
        if predicates.timelines.isEmpty {
          predicates.rowTests.insert("+post.accountId = \(rowPredicates.account.id)", at: 0)
        }
      case .few, .many: predicates.required.insert(everything, at: 0)
      }
      branch.scan = .fullText(predicates.expression(everything) ?? everything)
    }
    branch.test = predicates.rowTests.isEmpty ? nil : predicates.rowTests.joined(separator: " AND ")
    return branch
  }

  /// A planner that tests frequent terms by row between two IDs, instead of using the index.
  func scanningRows(between first: Int64, and last: Int64) -> SearchPlanner {
    var planner = self
    planner.expressions.rowsOfFrequentTerms = first...last
    return planner
  }

  /// Two branches for a frequent term: posts with the word in their text, and posts and reposts of the profiles with
  /// the word in their name. Both may find the same post. nil if only the full-text index can tell.
  func frequentTermBranches() throws -> [SearchBranch]? {
    let named = try conditions.filter { try expressions.containFrequentTerm([$0]) }
    let others = conditions.filter { !named.contains($0) }
    let predicates = try SearchPredicates(others, expressions, rowPredicates)
    guard let frequentTerm = named.first(where: { !$0.isExcluded && $0.term.run != nil }),
      let run = frequentTerm.term.run,
      !predicates.isImpossible, try StoreSchema.has("postByReposter", in: rowPredicates.database)
    else { return nil }
    let match = predicates.hasRequiredExpressions ? predicates.expression("") : nil
    let excluded = match == nil ? predicates.excludedExpression : nil
    var tests = predicates.rowTests
    var planner = scanningRows(between: .min, and: .max)
    planner.expressions.textOnlyTerm = frequentTerm.term
    for other in named where other != frequentTerm {
      guard let test = try planner.expressions.frequentTermPredicate(other.term) else { return nil }
      tests.append(other.isExcluded ? "NOT ifnull(\(test), 0)" : test)
    }
    if hasDate { tests.append(RowPredicates.isDated) }
    // Only listed posts are in the index.
    if match == nil, predicates.timelines.isEmpty { tests.append(try rowPredicates.isListed()) }
    let scan = SearchBranch.Scan.profiles(FullTextExpressions.phrase(run), with: match, without: excluded)
    var theirs = SearchBranch(account: rowPredicates.account.id, scan: scan)
    theirs.timelines = predicates.timelines
    theirs.otherTimelines = predicates.otherTimelines
    theirs.test = tests.isEmpty ? nil : tests.joined(separator: " AND ")
    return try [planner.branch(), theirs].compactMap(\.self)
  }

  /// A planner that excludes replies without a recipient in their source.
  func withoutUnnamedReplies() -> SearchPlanner {
    var planner = self
    planner.expressions.excludesUnnamedReplies = true
    return planner
  }

  /// Replies without a recipient that may match the condition `to:`; nil if they are many, or the query has none.
  func unnamedRepliesIfFew() throws -> [Int64]? {
    let handles = conditions.compactMap { condition -> String? in
      if case .to(let handle) = condition.term, !condition.isExcluded { handle } else { nil }
    }
    guard handles.count == 1, let handle = handles.first, expressions.hasFacets,
      try StoreSchema.has("postByAuthor", in: rowPredicates.database)
    else { return nil }
    let profileIDs = try expressions.profiles(withHandle: handle)
    guard 1...Self.maxProfiles ~= profileIDs.count else { return nil }
    let list = profileIDs.map(String.init).joined(separator: ", ")
    let written = "SELECT accountId, sourceId FROM post INDEXED BY postByAuthor WHERE authorId IN (\(list))"
    let count = try Int.fetchOne(
      rowPredicates.database, sql: "SELECT count(*) FROM (\(written) LIMIT ?)", arguments: [Self.maxAuthoredPosts + 1])
    guard let count, count <= Self.maxAuthoredPosts else { return nil }
    let replies = try Int64.fetchAll(
      rowPredicates.database,
      sql: """
        SELECT DISTINCT answer.id FROM (\(written)) AS written CROSS JOIN post AS answer
          ON answer.accountId = written.accountId AND answer.replyTo = written.sourceId
        WHERE answer.replyToHandle IS NULL LIMIT ?
        """, arguments: [Self.maxReplies + 1])
    return replies.count <= Self.maxReplies ? replies : nil
  }
}

extension SearchPlanner {
  private static func onlyTimeline(
    _ conditions: [SearchQuery.Condition], _ rowPredicates: RowPredicates
  ) throws -> (id: Int64, count: Int)? {
    let named = try conditions.filter { !$0.isExcluded }.map { condition -> [Int64] in
      if case .timeline(let name) = condition.term { try rowPredicates.timelines(named: name) } else { [] }
    }
    return try rowPredicates.shortest(named.filter { $0.count == 1 }.joined())
  }

  private static func others(than account: StoredAccount, in database: Database) throws -> OtherAccountsShare {
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT ifnull(sum(count) FILTER (WHERE accountId = :id), 0) AS own,
            ifnull(sum(count) FILTER (WHERE accountId != :id), 0) AS others,
            (SELECT count(*) FROM account) AS accounts
          FROM timeline
          """), arguments: ["id": account.id])
    guard let row, let own = row.integer("own"), let others = row.integer("others") else { return .many }
    if row.integer("accounts") == 1 { return .none }
    return others >= 0 && others <= own / Int64(minSizeRatio) ? .few : .many
  }
}

extension SearchQuery.Term {
  fileprivate var isDate: Bool {
    switch self {
    case .since, .until: true
    default: false
    }
  }
}
