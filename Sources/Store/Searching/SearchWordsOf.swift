import Domain
import GRDB

/// What a query looks for as words of the full-text index, in FTS5's language.
struct SearchWordsOf {
  let account: StoredAccount
  let database: Database
  /// Whether the index knows what posts are besides their words, as it does since version 12.
  let knowsFacets: Bool
  /// What has to be met besides; none in brackets.
  private(set) var conditions: [SearchQuery.Condition]
  /// Between which ids rows say of themselves what the index is asked of very many people; nil where it is asked.
  var rowsOfCrowds: ClosedRange<Int64>?
  /// Of what only texts are asked, and not who is called so.
  var saidAlone: SearchQuery.Term?
  /// Whether entries say in which timelines a post stands, and not the index.
  var asksEntries = false
  /// Whether answers to somebody whom their source does not name are found elsewhere.
  var leavesOutUnnamed = false

  init(account: StoredAccount, database: Database, conditions: [SearchQuery.Condition] = []) throws {
    self.account = account
    self.database = database
    self.conditions = conditions
    // A store that cannot be changed stays as an older Tern has left it.
    knowsFacets = try StoreSchema.hasReached("12", in: database)
  }

  /// The same for what stands in brackets.
  var inBrackets: SearchWordsOf {
    var words = self
    words.conditions = []
    words.leavesOutUnnamed = false
    return words
  }

  private static let maxExcludedPeople = 8
  /// The words of more people than these are not put together for a screenful of posts.
  private static let crowd = 256

  /// What finds the posts that meet a term; nil where no post does, or only `othersThan` says it.
  func words(_ term: SearchQuery.Term) throws -> String? {
    switch term {
    case .word, .phrase:
      guard let phrase = Self.phrase(of: term) else { return nil }
      return Self.anyOf([Self.said(phrase)] + (try people(calledBy: term)).map { Self.tag(.profile($0)) })
    case .from(let handle): return Self.anyOf(try profiles(withHandle: handle).map { Self.tag(.profile($0)) })
    case .hasMedia: return Self.tag(.media)
    case .hasLink: return Self.tag(.link)
    case .isRepost: return Self.tag(.repost)
    case .count(let counted, let span) where sayAll(term):
      return Self.anyOf(span.numbers.map(CountTags(counted: counted).covering) ?? [])
    default: return knowsFacets ? Self.facet(term).map(Self.tag) : nil
    }
  }

  /// What finds the posts that do not meet a term, where those are few; nil where `words` are to be excluded instead.
  func othersThan(_ term: SearchQuery.Term) throws -> String? {
    switch term {
    case .word, .phrase:
      guard let phrase = Self.phrase(of: term) else { return nil }
      return byOthers(than: try people(calledBy: term), saying: Self.said(phrase))
    case .from(let handle): return byOthers(than: try profiles(withHandle: handle))
    case .count(let counted, let span) where sayAll(term): return Self.outside(counted, span)
    default: return nil
    }
  }

  /// What is by none of these people and says nothing of the sort, where the account's main author is one of them.
  private func byOthers(than people: [Int64], saying words: String? = nil) -> String? {
    guard knowsFacets, let main = account.mainAuthor, people.contains(main) else { return nil }
    let left = people.filter { $0 != main }.map { Self.tag(.profile($0)) } + [words].compactMap(\.self)
    return Self.anyOf(left).map { "(\(Self.tag(.byOthers)) NOT \($0))" } ?? Self.tag(.byOthers)
  }

  /// What stands in one of these timelines; nil where the index does not know that, or there is none of them.
  func listed(in timelines: [Int64]) -> String? {
    knowsFacets && !account.isLive && !asksEntries ? Self.anyOf(timelines.map { Self.tag(.timeline($0)) }) : nil
  }

  /// Whether words say all that is asked for.
  func sayAll(_ term: SearchQuery.Term) -> Bool {
    switch term {
    case .word, .phrase, .from, .hasMedia, .hasLink, .isRepost: true
    case .count(let counted, let span):
      knowsFacets
        && [span.numbers, span.numbersAbove].compactMap(\.self).allSatisfy(CountTags(counted: counted).isExact)
    default: knowsFacets && Self.facet(term) != nil
    }
  }

  private static func facet(_ term: SearchQuery.Term) -> SearchTag? {
    switch term {
    case .isReply: .reply
    case .has(let attachment): SearchTag(attachment)
    case .hasState(.edited): .edited
    case .hasState(.deleted): .deleted
    default: nil
    }
  }

  /// Who is called by the words of a condition.
  func people(named term: SearchQuery.Term) throws -> [Int64] {
    try term.run.map { try profiles(named: Self.phrase($0)) } ?? []
  }

  /// Whether all whom another condition wants posts from are called so.
  func callsAllWanted(_ term: SearchQuery.Term) throws -> Bool {
    guard term.run != nil, conditions.contains(where: { !$0.isExcluded && $0.term.isFrom }) else { return false }
    return try people(from: false).isSubset(of: people(named: term))
  }

  /// From whom another condition excludes posts, or wants them; of several that want them, the first.
  private func people(from isExcluded: Bool) throws -> Set<Int64> {
    var all: Set<Int64> = []
    for case .from(let handle) in conditions.filter({ $0.isExcluded == isExcluded }).map(\.term) {
      all.formUnion(try profiles(withHandle: handle))
      if !isExcluded { break }
    }
    return all
  }

  /// Words that are there wherever the row of a post says what is wanted, or, excluded, does not say it; nil where there
  /// are none such.
  func hint(_ condition: SearchQuery.Condition) throws -> String? {
    if condition.isExcluded {
      guard knowsFacets, case .count(let counted, let span) = condition.term else { return nil }
      return Self.outside(counted, span)
    }
    return switch condition.term {
    case .tag(let words) where knowsFacets: "tags : \"\(SearchTag.tag(words).word)\""
    case .to(let handle) where knowsFacets:
      try answers(to: handle)
    case .isThread where knowsFacets: try threads()
    case .count(let counted, let span) where knowsFacets:
      span.numbers.flatMap { Self.anyOf(CountTags(counted: counted).covering($0)) }
    case .language(let code) where knowsFacets: Self.tag(.language(code))
    case .tag(let words): Self.said(words)
    case .mentions(let handle): Self.said(SearchWords.words(in: handle.prefix { $0 != "@" }.lowercased()).map(\.folded))
    case .has(let attachment) where !attachment.kinds.isEmpty: Self.tag(.media)
    default: nil
    }
  }

  /// What there are more of than any number of a span that begins with none, or nobody has told how many.
  private static func outside(_ counted: SearchQuery.Counted, _ span: SearchQuery.CountSpan) -> String? {
    guard span.from == 0, span.through >= 0 else { return nil }
    return anyOf([.untold(counted)] + (span.numbersAbove.map(CountTags(counted: counted).covering) ?? []))
  }

  /// Posts of the account that have a tag which begins so; nil where the index does not know of tags.
  func tags(beginning typed: String) -> String? {
    let words = SearchWords.words(in: typed).map(\.folded)
    guard knowsFacets, !words.isEmpty else { return nil }
    return "(\(Self.tag(.account(account.id))) AND tags : \"\(SearchTag.tag(words).word)\" *)"
  }

  /// Words that nothing has of which the row says what is wanted, or, excluded, does not say it.
  func ruledOut(_ condition: SearchQuery.Condition) -> [String] {
    guard knowsFacets else { return [] }
    switch condition.term {
    case .count(let counted, let span):
      let tags = CountTags(counted: counted)
      if condition.isExcluded { return span.numbers.map(tags.within)?.map(Self.tag) ?? [] }
      // What has a count that is wanted has a word for it, unless none will do.
      guard span.from == 0 else { return [] }
      return ([.untold(counted)] + (span.numbersAbove.map(tags.within) ?? [])).map(Self.tag)
    case .isThread: return condition.isExcluded ? [Self.tag(.thread)] : []
    default: return []
    }
  }

  static func tag(_ tag: SearchTag) -> String { "tags : \(tag.word)" }

  private static func anyOf(_ tags: [SearchTag]) -> String? { anyOf(tags.map(tag)) }

  /// nil where no post can say it.
  private static func phrase(of term: SearchQuery.Term) -> String? {
    term.run.flatMap { $0.words.contains(SearchedText.border) ? nil : phrase($0) }
  }

  /// What says it besides names.
  private static func said(_ phrase: String) -> String { "{text more} : \(phrase)" }

  /// Who is called by the words of a term. What is from somebody whom another condition excludes is left out by that.
  private func people(calledBy term: SearchQuery.Term) throws -> [Int64] {
    let people = try term == saidAlone ? [] : people(named: term)
    let others = try people.isEmpty ? [] : self.people(from: true)
    return people.filter { !others.contains($0) }
  }

  /// Whether one of the conditions looks for a name that very many have.
  func nameCrowds(_ conditions: [SearchQuery.Condition]) throws -> Bool {
    try conditions.contains { condition in
      if case .anyOf(let groups) = condition.term { return try groups.contains(where: nameCrowds) }
      return try condition.term.run.map { try isOfCrowd(Self.phrase($0)) } ?? false
    }
  }

  private func isOfCrowd(_ phrase: String) throws -> Bool {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM profileWords WHERE profileWords MATCH ? LIMIT ?)"
    return try Int.fetchOne(database.cachedStatement(sql: sql), arguments: [phrase, Self.crowd + 1]) ?? 0 > Self.crowd
  }

  /// What is asked of rows of `post` where very many go by words that are looked for; nil where the index is asked.
  func crowdTest(_ term: SearchQuery.Term) throws -> SQL? {
    guard let rows = rowsOfCrowds, term != saidAlone, let run = term.run, !run.words.contains(SearchedText.border)
    else { return nil }
    let phrase = Self.phrase(run)
    guard try isOfCrowd(phrase) else { return nil }
    let people: SQL = "(SELECT rowid FROM profileWords WHERE profileWords MATCH \(phrase))"
    return """
      (post.authorId IN \(people) OR (post.reposterId > 0 AND post.reposterId IN \(people)) OR post.id IN (
        SELECT rowid FROM postWords
        WHERE postWords MATCH \("{text more} : \(phrase)") AND rowid BETWEEN \(rows.lowerBound) AND \(rows.upperBound)))
      """
  }

  /// In the text itself.
  private static func said(_ words: [String]) -> String? {
    words.isEmpty ? nil : "text : \"\(words.joined(separator: " "))\""
  }

  /// By halves: what FTS5 reads from left to right, it puts together anew with each part.
  private static func anyOf(_ expressions: [String]) -> String? {
    guard expressions.count > 2 else {
      return expressions.isEmpty ? nil : "(\(expressions.joined(separator: " OR ")))"
    }
    func joined(_ range: Range<Int>) -> String {
      if range.count == 1 { return expressions[range.lowerBound] }
      let middle = range.lowerBound + range.count / 2
      return "(\(joined(range.lowerBound..<middle)) OR \(joined(middle..<range.upperBound)))"
    }
    return joined(expressions.indices)
  }

  /// Words that have been cut and folded hold letters and digits only: nothing in them means anything to FTS5.
  static func phrase(_ run: SearchRun) -> String {
    "\"\(run.words.joined(separator: " "))\"" + (run.isLastBeginning ? " *" : "")
  }

  /// Words for what may answer somebody.
  private func answers(to handle: String) throws -> String? {
    let named = Self.tag(.answers(SearchTag.name(of: handle)))
    guard let all = Self.anyOf([named] + (try unnamedAnswers(to: handle))) else { return nil }
    // Whoever answers themselves has written it.
    guard conditions.contains(SearchQuery.Condition(.isThread)) else { return all }
    return try Self.anyOf(profiles(withHandle: handle).map { Self.tag(.profile($0)) }).map { "(\(all) AND \($0))" }
      ?? all
  }

  /// What answers somebody without naming them may answer this one: words for those, where there are any.
  private func unnamedAnswers(to handle: String) throws -> [String] {
    // Whom a post answers without a name has written a post, or nobody knows who it is.
    let people = try leavesOutUnnamed ? [] : profiles(withHandle: handle)
    guard !people.isEmpty else { return [] }
    let unnamed = Self.tag(.answersUnnamed)
    // Where only one goes by it, what they answer of their own is a thread.
    guard people.count == 1, conditions.contains(SearchQuery.Condition(.isThread, isExcluded: true)) else {
      return [unnamed]
    }
    return ["(\(unnamed) NOT \(Self.written(by: people)))"]
  }

  /// Words for what may answer its own author.
  private func threads() throws -> String? {
    let all = Self.anyOf([.thread, .answersUnnamed].map(Self.tag))
    let others = try conditions.lazy.compactMap { condition -> [Int64]? in
      guard case .to(let handle) = condition.term, condition.isExcluded else { return nil }
      return try self.profiles(withHandle: handle)
    }.first { 1...Self.maxExcludedPeople ~= $0.count }
    // What these have written and answer themselves, answers one of them.
    return others.flatMap { people in all.map { "(\($0) NOT \(Self.written(by: people)))" } } ?? all
  }

  /// What is theirs and no repost.
  private static func written(by people: [Int64]) -> String {
    "(\(anyOf(people.map { tag(.profile($0)) }) ?? "") NOT \(tag(.repost)))"
  }

  /// Who is called by words of the query.
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

extension SearchQuery.CountSpan {
  /// Those of which a post has words; nil where having none will do as well.
  fileprivate var numbers: ClosedRange<Int>? { from > 0 && from <= through ? from...through : nil }
  /// All that are greater, where having none will do; nil where there are none greater.
  fileprivate var numbersAbove: ClosedRange<Int>? { from == 0 && 0..<Int.max ~= through ? through + 1 ... .max : nil }
}

extension SearchQuery.Term {
  fileprivate var isFrom: Bool { if case .from = self { true } else { false } }
}
