import Domain
import FoundationEssentials
import GRDB

/// The plan of a search: branches that scan lists of IDs from the newest on, with predicates over the rows found there.
struct SearchExpression {
  /// The branches. No two find the same post.
  private(set) var branches: [SearchBranch]
  /// The search for a frequent term; nil if none exists.
  private(set) var frequentTermSearch: FrequentTermSearch?
  /// The range of IDs to search.
  private(set) var first = Int64.min
  private(set) var last = Int64.max
  /// Whether anything can match.
  private(set) var isPossible = true

  init(allOf account: StoredAccount) {
    branches = [SearchBranch(account: account.id, scan: .fullText(FullTextExpressions.tag(.account(account.id))))]
  }

  init(_ query: SearchQuery, account: StoredAccount, in database: Database) throws {
    self.init(allOf: account)
    let planner = try SearchPlanner(query, account: account, in: database)
    guard !query.isContradictory, let branch = try planner.branch() else {
      isPossible = false
      return
    }
    for condition in query.conditions where !condition.isExcluded || !planner.testsExcludedDates {
      switch condition.term {
      case .since(let date): limit(from: date.firstRowID, isExcluded: condition.isExcluded)
      case .until(let date): limit(from: date.firstRowID, isExcluded: !condition.isExcluded)
      default: break
      }
    }
    branches = [branch]
    if let replies = try planner.unnamedRepliesIfFew() {
      // Replies with a recipient are found in the index, the others by their IDs.
      let planner = planner.hasFrequentTerm ? planner.scanningRows(between: .min, and: .max) : planner
      guard let branch = try planner.branch(), case .fullText(let match) = branch.scan else { return }
      let others = try planner.withoutUnnamedReplies().branch()
      branches = [others, branch.among(replies, match)].compactMap(\.self)
    } else if planner.hasFrequentTerm {
      frequentTermSearch = FrequentTermSearch(planner)
    }
  }

  /// Limits the range to the IDs from `rowID` on, or, if excluded, to those before.
  private mutating func limit(from rowID: Int64, isExcluded: Bool) {
    if isExcluded { last = min(last, rowID - 1) } else { first = max(first, rowID) }
  }

  /// A query for the matching IDs between two IDs.
  /// - Parameter order: nil for any order.
  func rows(from first: Int64, to last: Int64, _ order: SQL?, limit: Int) -> SQL {
    let queries = branches.map { $0.rows(from: first, to: last, order, limit: limit) }
    guard queries.count > 1 else { return queries.first ?? "SELECT NULL WHERE 0" }
    let all = queries.map { "SELECT id FROM (\($0))" as SQL }.joined(separator: " UNION ALL ")
    let ordered: SQL = order.map { " ORDER BY id \($0)" } ?? ""
    return "\(all)\(ordered) LIMIT \(limit)"
  }
}
