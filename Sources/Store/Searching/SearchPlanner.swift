import Domain
import GRDB

/// A query and what it is asked of: branches are made of it.
struct SearchPlanner {
  /// A timeline of at most so many posts is read through, whatever the index knows.
  private static let shortTimeline = 16_384
  /// Posts of other accounts may be found and left out where this account has at least so many times their number.
  private static let dominance = 4
  /// Timelines up to so many times longer are walked in parallel; in longer ones each post is looked up.
  private static let likeness = 3
  /// Answers that name nobody are found through the answered posts where those people have written at most so many posts,
  /// and there are at most so many answers, of at most so many people.
  private static let maxAnswered = 2_000
  private static let maxAnswers = 200
  private static let maxPeople = 16

  let namesCrowd: Bool
  /// Whether excluded dates are tested in rows. Else they are ranges of row ids, which are in the order of time.
  let asksExcludedDates: Bool
  private let conditions: [SearchQuery.Condition]
  private var words: FullTextExpressions
  private let facts: PostFacts
  private let hasDate: Bool
  /// The shortest of the timelines that a post has to stand in; nil where it may stand in any.
  private let timeline: (id: Int64, count: Int)?
  private let others: Others

  /// How many posts other accounts have, compared with this one.
  private enum Others { case none, few, many }

  init(_ query: SearchQuery, account: StoredAccount, in database: Database) throws {
    let facts = PostFacts(account: account, database: database)
    // Dates are the ids between which it is looked. What is not of one may have no date.
    let asksExcluded = try query.conditions.contains { $0.isExcluded && $0.term.isDate } && facts.hasUndated()
    self.facts = facts
    asksExcludedDates = asksExcluded
    conditions = query.conditions.filter { !$0.term.isDate || $0.isExcluded && asksExcluded }
    hasDate = query.conditions.contains { !$0.isExcluded && $0.term.isDate }
    words = try FullTextExpressions(account: account, database: database, conditions: conditions)
    namesCrowd = try words.nameCrowds(conditions)
    // Of those who have such a name the posts are looked up one by one.
    words.asksEntries = namesCrowd
    timeline = try Self.onlyTimeline(conditions, facts)
    others = try Self.others(than: account, in: database)
  }

  /// nil where nothing can match.
  func branch() throws -> SearchBranch? {
    var part = try SearchPredicates(conditions, words, facts)
    guard !part.isImpossible else { return nil }
    var branch = SearchBranch(account: facts.account.id, walk: .posts)
    branch.timelines = part.timelines
    branch.otherTimelines = part.otherTimelines
    let mayBeWordless = words.rowsOfFrequentTerms == nil || timeline != nil
    if let timeline, timeline.count <= Self.shortTimeline, !part.isOfAccount,
      let tests = try facts.rowTests(conditions)
    {
      // All of it is looked at sooner than what else is asked for is put together.
      branch.walk = .timeline(timeline.id)
      (branch.timelines, branch.otherTimelines) = ([], [])
      part.tests = tests + (hasDate ? [PostFacts.isDated] : [])
    } else if part.isWordless, !part.usesFullTextOnly, mayBeWordless {
      if hasDate { part.tests.append(PostFacts.isDated) }
      if let timeline {
        branch.walk = .timeline(timeline.id)
        branch.timelines.removeAll { $0 == timeline.id }
        branch.areAlike =
          try !branch.timelines.isEmpty && facts.longest(branch.timelines) / Self.likeness <= timeline.count
      } else {
        part.tests.append(try facts.isListed())
      }
    } else {
      if hasDate { part.excluded.append(FullTextExpressions.tag(.undated)) }
      let everything = FullTextExpressions.tag(.account(facts.account.id))
      let knowsAccount = !part.timelines.isEmpty || !part.tests.isEmpty
      switch others {
      case .none: break
      case .few where part.isOfAccount, .many where part.isOfAccount: break
      // What is found of them is left out by its row.
      case .few where knowsAccount:
        if part.timelines.isEmpty { part.tests.insert("+post.accountId = \(facts.account.id)", at: 0) }
      case .few, .many: part.wanted.insert(everything, at: 0)
      }
      branch.walk = .words(part.words(everything) ?? everything)
    }
    branch.test = part.tests.isEmpty ? nil : part.tests.joined(separator: " AND ")
    return branch
  }

  /// The same, where between two ids each post says by itself what the index is asked of very many people.
  func scanningRows(between first: Int64, and last: Int64) -> SearchPlanner {
    var parts = self
    parts.words.rowsOfFrequentTerms = first...last
    return parts
  }

  /// Two branches for a name that very many people share: the posts that say it, and what those people have written and
  /// reposted. Both may find the same post. nil where only the index can tell.
  func frequentTermBranches() throws -> [SearchBranch]? {
    let named = try conditions.filter { try words.nameCrowds([$0]) }
    let others = conditions.filter { !named.contains($0) }
    let part = try SearchPredicates(others, words, facts)
    guard let crowd = named.first(where: { !$0.isExcluded && $0.term.run != nil }), let run = crowd.term.run,
      !part.isImpossible, try StoreSchema.has("postByReposter", in: facts.database)
    else { return nil }
    let match = part.hasWords ? part.words("") : nil
    let other = match == nil ? part.excludedWords : nil
    var tests = part.tests
    var parts = scanningRows(between: .min, and: .max)
    parts.words.saidAlone = crowd.term
    for other in named where other != crowd {
      guard let test = try parts.words.crowdTest(other.term) else { return nil }
      tests.append(other.isExcluded ? "NOT ifnull(\(test), 0)" : test)
    }
    if hasDate { tests.append(PostFacts.isDated) }
    // What the index has words of stands in a timeline.
    if match == nil, part.timelines.isEmpty { tests.append(try facts.isListed()) }
    let walk = SearchBranch.Walk.people(FullTextExpressions.phrase(run), with: match, without: other)
    var theirs = SearchBranch(account: facts.account.id, walk: walk)
    theirs.timelines = part.timelines
    theirs.otherTimelines = part.otherTimelines
    theirs.test = tests.isEmpty ? nil : tests.joined(separator: " AND ")
    return try [parts.branch(), theirs].compactMap(\.self)
  }

  /// The same, without what answers somebody whom its source does not name.
  func withoutUnnamedAnswers() -> SearchPlanner {
    var parts = self
    parts.words.leavesOutUnnamed = true
    return parts
  }

  /// The posts that may answer somebody who is not named there; nil where there are many, or none is asked for.
  func fewUnnamedReplies() throws -> [Int64]? {
    let handles = conditions.compactMap { condition -> String? in
      if case .to(let handle) = condition.term, !condition.isExcluded { handle } else { nil }
    }
    guard handles.count == 1, let handle = handles.first, words.knowsFacets,
      try StoreSchema.has("postByAuthor", in: facts.database)
    else { return nil }
    let people = try words.profiles(withHandle: handle)
    guard 1...Self.maxPeople ~= people.count else { return nil }
    let list = people.map(String.init).joined(separator: ", ")
    let written = "SELECT accountId, sourceId FROM post INDEXED BY postByAuthor WHERE authorId IN (\(list))"
    let count = try Int.fetchOne(
      facts.database, sql: "SELECT count(*) FROM (\(written) LIMIT ?)", arguments: [Self.maxAnswered + 1])
    guard let count, count <= Self.maxAnswered else { return nil }
    let answers = try Int64.fetchAll(
      facts.database,
      sql: """
        SELECT DISTINCT answer.id FROM (\(written)) AS written CROSS JOIN post AS answer
          ON answer.accountId = written.accountId AND answer.replyTo = written.sourceId
        WHERE answer.replyToHandle IS NULL LIMIT ?
        """, arguments: [Self.maxAnswers + 1])
    return answers.count <= Self.maxAnswers ? answers : nil
  }
}

extension SearchPlanner {
  private static func onlyTimeline(
    _ conditions: [SearchQuery.Condition], _ facts: PostFacts
  ) throws -> (id: Int64, count: Int)? {
    let named = try conditions.filter { !$0.isExcluded }.map { condition -> [Int64] in
      if case .timeline(let name) = condition.term { try facts.timelines(named: name) } else { [] }
    }
    return try facts.shortest(named.filter { $0.count == 1 }.joined())
  }

  private static func others(than account: StoredAccount, in database: Database) throws -> Others {
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
    return others >= 0 && others <= own / Int64(dominance) ? .few : .many
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
