import Domain
import FoundationEssentials
import GRDB

/// A query as the database is asked it: by words of the full-text index, met by walking along lists of ids from the
/// newest on, and by what the rows of the posts found there say besides.
struct SearchExpression {
  /// Along what it is walked.
  enum Walk {
    /// The full-text index, by an expression in its language.
    case words(String)
    /// A timeline.
    case timeline(Int64)
    /// All posts.
    case posts
  }

  /// In posts.
  private static let shortTimeline = 16_384

  private(set) var walk: Walk
  /// What is asked of each row of `post`; nil where the walk finds what is meant and nothing else.
  private(set) var test: SQL?
  /// The ids between which it is looked.
  private(set) var first = Int64.min
  private(set) var last = Int64.max
  /// Whether anything can match.
  private(set) var isPossible = true
  let account: Int64

  init(allOf account: StoredAccount) {
    self.account = account.id
    walk = .words(SearchWordsOf.tag(.account(account.id)))
  }

  init(_ query: SearchQuery, account: StoredAccount, in database: Database) throws {
    self.init(allOf: account)
    let facts = PostFacts(account: account, database: database)
    let words = try SearchWordsOf(account: account, database: database)
    guard !query.isContradictory else {
      isPossible = false
      return
    }
    var part = Part()
    for condition in query.conditions {
      switch condition.term {
      case .since(let date): limit(from: date.firstRowID, isExcluded: condition.isExcluded)
      case .until(let date): limit(from: date.firstRowID, isExcluded: !condition.isExcluded)
      default: try part.take(condition, words, facts)
      }
    }
    guard !part.isImpossible else {
      isPossible = false
      return
    }
    let hasDate = query.conditions.contains { !$0.isExcluded && $0.term.isDate }
    let timeline = try query.onlyTimeline(facts)
    if let timeline, timeline.count <= Self.shortTimeline, let tests = try facts.rowTests(query.conditions) {
      // All of it is looked at sooner than what else is asked for is put together.
      walk = .timeline(timeline.id)
      part.tests = tests + (hasDate ? [PostFacts.isDated] : [])
    } else if part.isWordless, !part.tests.isEmpty {
      if hasDate { part.tests.append(PostFacts.isDated) }
      if let timeline {
        walk = .timeline(timeline.id)
      } else {
        walk = .posts
        part.tests.append(try facts.isListed())
      }
    } else {
      if hasDate { part.excluded.append(SearchWordsOf.tag(.undated)) }
      part.wanted.insert(SearchWordsOf.tag(.account(account.id)), at: 0)
      walk = .words(part.words(SearchWordsOf.tag(.account(account.id))) ?? "")
    }
    test = part.tests.isEmpty ? nil : part.tests.joined(separator: " AND ")
  }

  /// What is not before an id, or, excluded, what is.
  private mutating func limit(from rowID: Int64, isExcluded: Bool) {
    if isExcluded { last = min(last, rowID - 1) } else { first = max(first, rowID) }
  }
}

extension SearchExpression {
  /// The ids of what matches, between two ids.
  /// - Parameter order: nil where any will do.
  func rows(from first: Int64, to last: Int64, _ order: SQL?, limit: Int) -> SQL {
    let walked: SQL
    let rowID: SQL
    switch walk {
    case .words(let match):
      rowID = "postWords.rowid"
      let posts: SQL = test == nil ? "" : "CROSS JOIN post ON post.id = postWords.rowid"
      walked = "postWords \(posts) WHERE postWords MATCH \(match)"
    case .timeline(let timeline):
      rowID = "entry.postId"
      walked = "entry CROSS JOIN post ON post.id = entry.postId WHERE entry.timelineId = \(timeline)"
    case .posts:
      rowID = "post.id"
      // The plus keeps SQLite from an index by account that is in no order of time.
      walked = "post WHERE +post.accountId = \(account)"
    }
    let rest: SQL = test.map { " AND \($0)" } ?? ""
    let ordered: SQL = order.map { " ORDER BY \(rowID) \($0)" } ?? ""
    return "SELECT \(rowID) FROM \(walked) AND \(rowID) BETWEEN \(first) AND \(last)\(rest)\(ordered) LIMIT \(limit)"
  }
}

extension SearchExpression {
  /// Conditions that are all to be met.
  fileprivate struct Part {
    /// Words that say it all.
    var wanted: [String] = []
    var excluded: [String] = []
    /// Words that what passes the tests has besides.
    var hints: [String] = []
    /// Words that nothing has which passes the tests.
    var ruledOut: [String] = []
    var tests: [SQL] = []
    var isImpossible = false

    var isWordless: Bool { wanted.isEmpty && excluded.isEmpty && hints.isEmpty }

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

    /// All of it as a condition over `post`.
    func test(_ everything: String) -> SQL {
      let isFound: [SQL] =
        words(everything, hinted: false).map {
          ["post.id IN (SELECT rowid FROM postWords WHERE postWords MATCH \($0))"]
        } ?? []
      return "(\((isFound + tests).joined(separator: " AND ")))"
    }

    mutating func take(_ condition: SearchQuery.Condition, _ words: SearchWordsOf, _ facts: PostFacts) throws {
      if case .anyOf(let groups) = condition.term {
        return try take(groups, isExcluded: condition.isExcluded, words, facts)
      }
      if case .timeline(let name) = condition.term, try facts.timelines(named: name).isEmpty {
        if !condition.isExcluded { isImpossible = true }
      } else if !words.sayAll(condition.term), let test = try facts.test(condition.term) {
        take(test, isExcluded: condition.isExcluded)
        if !condition.isExcluded, let hint = try words.hint(condition.term) { hints.append(hint) }
        if let word = words.ruledOut(condition) { ruledOut.append(word) }
      } else if let found = try words.words(condition.term) {
        if condition.isExcluded { excluded.append(found) } else { wanted.append(found) }
      } else if !condition.isExcluded {
        isImpossible = true
      }
    }

    private mutating func take(_ test: SQL, isExcluded: Bool) {
      tests.append(isExcluded ? "NOT ifnull(\(test), 0)" : test)
    }

    private mutating func take(
      _ groups: [[SearchQuery.Condition]], isExcluded: Bool, _ words: SearchWordsOf, _ facts: PostFacts
    ) throws {
      let parts = try groups.map { group in
        try group.reduce(into: Part()) { try $0.take($1, words, facts) }
      }.filter { !$0.isImpossible }
      guard !parts.isEmpty else {
        if !isExcluded { isImpossible = true }
        return
      }
      let everything = SearchWordsOf.tag(.account(facts.account.id))
      let found = parts.compactMap { $0.words(everything) }
      let any = found.count == parts.count ? "(\(found.joined(separator: " OR ")))" : nil
      if let any, parts.allSatisfy(\.tests.isEmpty) {
        if isExcluded { excluded.append(any) } else { wanted.append(any) }
        return
      }
      take("(\(parts.map { $0.test(everything) }.joined(separator: " OR ")))", isExcluded: isExcluded)
      if let any, !isExcluded { hints.append(any) }
    }
  }
}

extension SearchQuery {
  /// The shortest timeline that all that is meant stands in; nil where there is none such.
  fileprivate func onlyTimeline(_ facts: PostFacts) throws -> (id: Int64, count: Int)? {
    let named = try conditions.filter { !$0.isExcluded }.map { condition -> [Int64] in
      if case .timeline(let name) = condition.term { try facts.timelines(named: name) } else { [] }
    }
    return try facts.shortest(named.filter { $0.count == 1 }.joined())
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
