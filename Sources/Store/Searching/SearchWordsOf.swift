import Domain
import GRDB

/// What a query looks for as words of the full-text index, in FTS5's language.
struct SearchWordsOf {
  /// Of people who are called by the same word, the posts of so many are found by it: each is one more list to walk.
  private static let maxPeople = 300

  let account: StoredAccount
  let database: Database

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
    default: return nil
    }
  }

  /// Words that are there wherever the row of a post says what is wanted; nil where there are none such.
  func hint(_ term: SearchQuery.Term) -> String? {
    switch term {
    case .tag(let words): Self.said(words)
    case .mentions(let handle): Self.said(SearchWords.words(in: handle.prefix { $0 != "@" }.lowercased()).map(\.folded))
    case .has(let attachment) where !attachment.kinds.isEmpty: Self.tag(.media)
    default: nil
    }
  }

  static func tag(_ tag: SearchTag) -> String { "tags : \(tag.word)" }

  /// In the text itself.
  private static func said(_ words: [String]) -> String? {
    words.isEmpty ? nil : "text : \"\(words.joined(separator: " "))\""
  }

  private static func anyOf(_ expressions: [String]) -> String? {
    expressions.isEmpty ? nil : "(\(expressions.joined(separator: " OR ")))"
  }

  /// Words that have been cut and folded hold letters and digits only: nothing in them means anything to FTS5.
  private static func phrase(_ run: SearchRun) -> String {
    "\"\(run.words.joined(separator: " "))\"" + (run.isLastBeginning ? " *" : "")
  }

  /// Who is called by words of the query.
  private func profiles(named phrase: String) throws -> [Int64] {
    let sql = """
      SELECT profileWords.rowid FROM profileWords CROSS JOIN profile ON profile.id = profileWords.rowid
      WHERE profileWords MATCH ? AND +accountId = ? LIMIT ?
      """
    return try Int64.fetchAll(
      database.cachedStatement(sql: sql), arguments: [phrase, account.id, Self.maxPeople])
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
