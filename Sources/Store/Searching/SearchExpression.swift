import Domain
import FoundationEssentials
import GRDB

/// A query as the full-text index is asked it. Every condition but a date is a word of the index, so that all of them
/// are met by walking along lists of ids from the newest on.
struct SearchExpression: Hashable {
  /// In FTS5's language; nil where nothing can match.
  var match: String?
  /// The ids between which it is looked.
  var first = Int64.min
  var last = Int64.max

  init(allOf account: StoredAccount) {
    match = Self.tag(.account(account.id))
  }

  init(_ query: SearchQuery, account: StoredAccount, in database: Database) throws {
    var wanted = [Self.tag(.account(account.id))]
    var excluded: [String] = []
    for condition in query.conditions {
      switch condition.term {
      case .since(let date):
        limit(from: TimeOrderedID.first(of: date.nextWholeSecond), isExcluded: condition.isExcluded)
      case .until(let date):
        limit(from: TimeOrderedID.first(of: date.nextWholeSecond), isExcluded: !condition.isExcluded)
      default:
        let words = try Self.words(condition.term, account: account, in: database)
        if let words {
          if condition.isExcluded { excluded.append(words) } else { wanted.append(words) }
        } else if !condition.isExcluded {
          return
        }
      }
    }
    if query.conditions.contains(where: { !$0.isExcluded && $0.term.isDate }) { excluded.append(Self.tag(.undated)) }
    let all = wanted.joined(separator: " AND ")
    match = excluded.isEmpty ? all : "(\(all)) NOT (\(excluded.joined(separator: " OR ")))"
  }

  /// What is not before an id, or, excluded, what is.
  private mutating func limit(from rowID: Int64, isExcluded: Bool) {
    if isExcluded { last = min(last, rowID - 1) } else { first = max(first, rowID) }
  }
}

extension SearchExpression {
  /// Of people who are called by the same word, the posts of so many are found by it: each is one more list to walk.
  private static let maxPeople = 300

  /// nil where no post can have it.
  private static func words(
    _ term: SearchQuery.Term, account: StoredAccount, in database: Database
  ) throws -> String? {
    switch term {
    case .word, .phrase:
      guard let run = term.run, !run.words.contains(SearchedText.border) else { return nil }
      let phrase = phrase(run)
      let people = try profiles(named: phrase, account: account, in: database).map { tag(.profile($0)) }
      return anyOf(["{text more} : \(phrase)"] + people)
    case .from(let handle):
      return anyOf(try profiles(withHandle: handle, account: account, in: database).map { tag(.profile($0)) })
    case .hasMedia: return tag(.media)
    case .hasLink: return tag(.link)
    case .isRepost: return tag(.repost)
    case .since, .until: return nil
    }
  }

  private static func tag(_ tag: SearchTag) -> String { "tags : \(tag.word)" }

  private static func anyOf(_ expressions: [String]) -> String? {
    expressions.isEmpty ? nil : "(\(expressions.joined(separator: " OR ")))"
  }

  /// Words that have been cut and folded hold letters and digits only: nothing in them means anything to FTS5.
  private static func phrase(_ run: SearchRun) -> String {
    "\"\(run.words.joined(separator: " "))\"" + (run.isLastBeginning ? " *" : "")
  }

  /// Who is called by words of the query.
  private static func profiles(
    named phrase: String, account: StoredAccount, in database: Database
  ) throws -> [Int64] {
    let sql = """
      SELECT profileWords.rowid FROM profileWords CROSS JOIN profile ON profile.id = profileWords.rowid
      WHERE profileWords MATCH ? AND +accountId = ? LIMIT ?
      """
    return try Int64.fetchAll(database.cachedStatement(sql: sql), arguments: [phrase, account.id, maxPeople])
  }

  /// With or without its server.
  private static func profiles(
    withHandle handle: String, account: StoredAccount, in database: Database
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
  fileprivate var isDate: Bool {
    switch self {
    case .since, .until: true
    default: false
    }
  }
}

extension Date {
  /// The store keeps whole seconds in order.
  fileprivate var nextWholeSecond: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.up)) }
}
