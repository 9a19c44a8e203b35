import Domain
import FoundationEssentials
import GRDB

/// A query as the database is asked it: by words of the full-text index, met by walking along lists of ids from the
/// newest on, and by what the rows of the posts found there say besides.
struct SearchExpression {
  /// None finds what another one finds.
  private(set) var branches: [SearchBranch]
  /// nil where no name that is looked for is that of very many.
  private(set) var crowd: FrequentTermSearch?
  /// The ids between which it is looked.
  private(set) var first = Int64.min
  private(set) var last = Int64.max
  /// Whether anything can match.
  private(set) var isPossible = true

  init(allOf account: StoredAccount) {
    branches = [SearchBranch(account: account.id, walk: .words(FullTextExpressions.tag(.account(account.id))))]
  }

  init(_ query: SearchQuery, account: StoredAccount, in database: Database) throws {
    self.init(allOf: account)
    let parts = try SearchPlanner(query, account: account, in: database)
    guard !query.isContradictory, let branch = try parts.branch() else {
      isPossible = false
      return
    }
    for condition in query.conditions where !condition.isExcluded || !parts.asksExcludedDates {
      switch condition.term {
      case .since(let date): limit(from: date.firstRowID, isExcluded: condition.isExcluded)
      case .until(let date): limit(from: date.firstRowID, isExcluded: !condition.isExcluded)
      default: break
      }
    }
    branches = [branch]
    if let answers = try parts.fewUnnamedReplies() {
      // Those that are named are found by their words, and the others one by one.
      let parts = parts.namesCrowd ? parts.scanningRows(between: .min, and: .max) : parts
      guard let branch = try parts.branch(), case .words(let match) = branch.walk else { return }
      let others = try parts.withoutUnnamedAnswers().branch()
      branches = [others, branch.among(answers, match)].compactMap(\.self)
    } else if parts.namesCrowd {
      crowd = FrequentTermSearch(parts)
    }
  }

  /// What is not before an id, or, excluded, what is.
  private mutating func limit(from rowID: Int64, isExcluded: Bool) {
    if isExcluded { last = min(last, rowID - 1) } else { first = max(first, rowID) }
  }

  /// The ids of what matches, between two ids.
  /// - Parameter order: nil where any will do.
  func rows(from first: Int64, to last: Int64, _ order: SQL?, limit: Int) -> SQL {
    let parts = branches.map { $0.rows(from: first, to: last, order, limit: limit) }
    guard parts.count > 1 else { return parts.first ?? "SELECT NULL WHERE 0" }
    let all = parts.map { "SELECT id FROM (\($0))" as SQL }.joined(separator: " UNION ALL ")
    let ordered: SQL = order.map { " ORDER BY id \($0)" } ?? ""
    return "\(all)\(ordered) LIMIT \(limit)"
  }
}
