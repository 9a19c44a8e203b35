import Domain
import GRDB

/// What a query looks for as words of the full-text index, in FTS5's language.
struct SearchWordsOf {
  let account: StoredAccount
  let database: Database
  /// Whether the index knows what posts are besides their words, as it does since version 8.
  let knowsFacets: Bool

  init(account: StoredAccount, database: Database) throws {
    self.account = account
    self.database = database
    // A store that cannot be changed stays as an older Tern has left it.
    knowsFacets =
      try Bool.fetchOne(
        database.cachedStatement(
          sql: "SELECT EXISTS (SELECT 1 FROM main.sqlite_master WHERE name = 'postVersionByLatest')")) ?? false
  }

  /// nil where no post can have it.
  func words(_ term: SearchQuery.Term) throws -> String? {
    switch term {
    case .word, .phrase:
      guard let run = term.run, !run.words.contains(SearchedText.border) else { return nil }
      let phrase = Self.phrase(run)
      let people = try profiles(named: phrase).map { Self.tag(.profile($0)) }
      return Self.anyOf(["{text more} : \(phrase)"] + people)
    case .from(let handle): return Self.anyOf(try profiles(withHandle: handle).map { Self.tag(.profile($0)) })
    case .hasMedia: return Self.tag(.media)
    case .hasLink: return Self.tag(.link)
    case .isRepost: return Self.tag(.repost)
    default: return knowsFacets ? Self.facet(term).map(Self.tag) : nil
    }
  }

  /// Whether words say all that is asked for.
  func sayAll(_ term: SearchQuery.Term) -> Bool {
    switch term {
    case .word, .phrase, .from, .hasMedia, .hasLink, .isRepost: true
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

  /// Words that are there wherever the row of a post says what is wanted; nil where there are none such.
  func hint(_ term: SearchQuery.Term) throws -> String? {
    switch term {
    case .tag(let words) where knowsFacets: "tags : \"\(SearchTag.tag(words).word)\""
    case .to(let handle) where knowsFacets:
      // Whom a post answers without a name has written a post, or nobody knows who it is.
      try Self.anyOf(
        ([.answers(SearchTag.name(of: handle))] + (profiles(withHandle: handle).isEmpty ? [] : [.answersUnnamed]))
          .map(Self.tag))
    case .isThread where knowsFacets: Self.anyOf([.thread, .answersUnnamed].map(Self.tag))
    case .count(let counted, let span) where knowsFacets:
      SearchTag.power(of: span.from).map { Self.tag(counted == .likes ? .likes($0) : .reposts($0)) }
    case .language(let code) where knowsFacets: Self.tag(.language(code))
    case .tag(let words): Self.said(words)
    case .mentions(let handle): Self.said(SearchWords.words(in: handle.prefix { $0 != "@" }.lowercased()).map(\.folded))
    case .has(let attachment) where !attachment.kinds.isEmpty: Self.tag(.media)
    default: nil
    }
  }

  /// Posts of the account that have a tag which begins so; nil where the index does not know of tags.
  func tags(beginning typed: String) -> String? {
    let words = SearchWords.words(in: typed).map(\.folded)
    guard knowsFacets, !words.isEmpty else { return nil }
    return "(\(Self.tag(.account(account.id))) AND tags : \"\(SearchTag.tag(words).word)\" *)"
  }

  /// A word that nothing has of which the row says what is wanted, or, excluded, does not say it; nil where there is none
  /// such.
  func ruledOut(_ condition: SearchQuery.Condition) -> String? {
    guard knowsFacets else { return nil }
    switch condition.term {
    case .count(let counted, let span):
      // What there are more of, and at least two to this power.
      let least = condition.isExcluded ? (span.through == .max ? span.from : nil) : span.through.increased
      return least.flatMap { SearchTag.powerAbove($0) }.map { Self.tag(counted == .likes ? .likes($0) : .reposts($0)) }
    case .isThread: return condition.isExcluded ? Self.tag(.thread) : nil
    default: return nil
    }
  }

  static func tag(_ tag: SearchTag) -> String { "tags : \(tag.word)" }

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
  private static func phrase(_ run: SearchRun) -> String {
    "\"\(run.words.joined(separator: " "))\"" + (run.isLastBeginning ? " *" : "")
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
  private func profiles(withHandle handle: String) throws -> [Int64] {
    let sql = """
      SELECT id FROM profile WHERE accountId = :account AND key = :handle
      UNION SELECT id FROM profile WHERE accountId = :account AND key > :handle || '@' AND key < :handle || '@' || char(1114111)
      """
    return try Int64.fetchAll(
      database.cachedStatement(sql: sql), arguments: ["account": account.id, "handle": handle])
  }
}

extension Int {
  /// nil where there is none greater.
  fileprivate var increased: Int? { self == .max ? nil : self + 1 }
}
